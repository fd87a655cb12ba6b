"""Input that no client of a platform would send: real payloads with something wrong in them."""
