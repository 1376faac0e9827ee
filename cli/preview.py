"""The command `cocoa preview`: shows a domain in the browser while it is written."""

from __future__ import annotations

from typing import Annotated

from cocoa_core.extras import require

from .flag_groups import option
from .flags import DomainNamed, Seed
from .terminal import print_line


def preview(
    domain: DomainNamed,
    count: Annotated[
        int, option("--count -n INT", "The number of questions on the page.", min=1, max=100)
    ] = 5,
    seed: Seed = 0,
    port: Annotated[int, option("--port INT", "The port; 0 for one that is free.", min=0, max=65535)] = 0,
    no_open: Annotated[bool, option("--no-open", "Open no browser; print the address only.")] = False,
) -> None:
    """Show a domain in the browser while you edit it: findings, questions and wordings.

    The page has everything that is wrong with the domain, questions with their proofs, and every wording in
    sentences. It is served to this machine alone, below a random path, until Ctrl-C; it changes no file.
    In the terminal, `cocoa check-domain`, `cocoa sample` and `cocoa say` print the three parts.

    Examples:

      cocoa preview ./my-laptops
      cocoa preview ./my-laptops --count 10 --seed 3
      cocoa preview ./my-laptops --port 8000 --no-open
    """
    from cocoa_core.loading import find_domain
    from cocoa_core.preview import Preview

    without = "; without it, `cocoa check-domain` and `cocoa say` say the same"
    require(["jinja2"], "preview", "the page", without)
    shown = Preview(find_domain(domain).folder, port, seed, count)
    shown.start()
    print_line(f"{shown.url}\nCtrl-C ends it.")
    try:
        if not no_open:
            import webbrowser

            webbrowser.open(shown.url)
        shown.watch()
    except KeyboardInterrupt:
        pass
    finally:
        shown.stop()
