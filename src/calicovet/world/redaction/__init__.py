"""How secrets are recognised: by their names, by their own form, and by where they stand."""
