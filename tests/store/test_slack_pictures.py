from sqlalchemy import Connection

from bot.store.slack_pictures import forget_uploads, keep_uploaded, uploaded_file


def test_an_upload_is_known_in_its_workspace_alone(tx: Connection) -> None:
    keep_uploaded(tx, "T1", "digest", "F1")

    assert uploaded_file(tx, "T1", "digest") == "F1"
    assert uploaded_file(tx, "T2", "digest") is None


def test_uploading_again_keeps_the_newest(tx: Connection) -> None:
    keep_uploaded(tx, "T1", "digest", "F1")
    keep_uploaded(tx, "T1", "digest", "F2")

    assert uploaded_file(tx, "T1", "digest") == "F2"


def test_forgetting_leaves_other_workspaces_alone(tx: Connection) -> None:
    keep_uploaded(tx, "T1", "digest", "F1")
    keep_uploaded(tx, "T2", "digest", "F2")

    forget_uploads(tx, "T1")

    assert uploaded_file(tx, "T1", "digest") is None
    assert uploaded_file(tx, "T2", "digest") == "F2"
