"""Tokens of providers, which begin with letters that show whose they are."""

from typing import NamedTuple


class Token(NamedTuple):
    """A token that begins with letters which show whose it is."""

    prefix: str
    least: int
    """Characters behind the prefix."""
    more: str = "_-"
    """What it may hold besides letters and digits."""


TOKENS = (
    *(Token(f"gh{kind}_", 16) for kind in "pousr"),
    Token("github_pat_", 16),
    *(Token(prefix, 16) for prefix in ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glsoat-")),
    *(
        Token(prefix, 16)
        for prefix in ("dckr_pat_", "dckr_oat_", "npm_", "hf_", "dop_v1_", "doo_v1_")
    ),
    *(Token(prefix, 16) for prefix in ("dor_v1_", "rnd_", "lin_api_", "sntrys_", "phc_", "figd_")),
    *(Token(prefix, 16) for prefix in ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_")),
    *(
        Token(prefix, 16)
        for prefix in ("sk-", "pypi-", "r8_", "tskey-", "pul-", "atlasv1.", "shpat_")
    ),
    *(Token(prefix, 16) for prefix in ("shpss_", "shpca_", "sq0atp-", "sq0csp-", "EAAA", "NRAK-")),
    *(Token(prefix, 20) for prefix in ("hvs.", "hvb.", "hvr.", "ATATT3", "ATBB", "dapi", "ntn_")),
    *(
        Token(prefix, 8)
        for prefix in ("xoxb-", "xoxp-", "xoxa-", "xoxe-", "xoxo-", "xoxr-", "xoxs-")
    ),
    *(Token(prefix, 8) for prefix in ("xapp-", "xoxe.")),
    *(Token(prefix, 16, "") for prefix in ("AKIA", "ASIA", "AROA", "ABIA", "ACCA")),
    *(Token(prefix, 12, "") for prefix in ("LTAI", "AKID")),
    Token("AIza", 20),
    Token("ya29.", 10),
    Token("GOCSPX-", 16),
    Token("SG.", 20, "_.-"),
    Token("AGE-SECRET-KEY-", 40, ""),
    Token("glsa_", 20),
    Token("PMAK-", 20),
    Token("nvapi-", 20),
    Token("gsk_", 20),
    Token("xai-", 20),
    Token("fo1_", 20),
    Token("token-", 40),
    Token("kubeconfig-user-", 8, ":_-"),
)
"""Tokens of providers; the host script hides the same."""
