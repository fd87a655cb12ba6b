// A command's form as a dialog: how it opens, and what it says when it was refused.

export function open(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

function errorLine(form) {
  return form.querySelector("[role=status]");
}

// The field that a refusal names first, as `name=`; a whole command as example names none.
function namedField(form, text) {
  const [told] = text.split("For example: /");
  const place = (field) => told.search(`\\b${field.name}=`);
  const named = [...form.querySelectorAll(".field [name]")].filter((field) => place(field) >= 0);
  return named.sort((one, other) => place(one) - place(other))[0];
}

// It stands under the field it names, else above the buttons.
export function refuse(form, text) {
  const line = errorLine(form);
  const field = namedField(form, text);
  if (field) {
    field.after(line);
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
  line.textContent = field ? `${field.labels[0].firstChild.textContent.trim()}: ${text}` : text;
  line.scrollIntoView({ block: "nearest" });
}

export function forgive(form) {
  const line = errorLine(form);
  line.textContent = "";
  form.querySelector(".buttons").before(line);
  form.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
}
