"""Breaks a real cluster on purpose and sees whether calicovet names what was done.

python -m gym [NAME …] [--faults GROUP] [--fix] [--record]
python -m gym --record-healthy [SITUATION …]
python -m gym --shell [NAME]

A NAME is that of a fault or a twin: of a file in gym/faults or gym/twins. Without any, all are tried.
The results go to gym/results.json, and docs/gym.md is written from them. A run that is broken off keeps
those of the trials that had ended. Ends with 0 only if no cause was named wrongly, every fault bit and healed,
and every twin was left in peace. With --record and without a name, healthy clusters are recorded as well.
"""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime

from gym.catalogue import chosen
from gym.fitness import missing
from gym.guard import INSIDE, unwound_once, watched
from gym.outcome import Outcome
from gym.progress import Progress
from gym.results import Results, of_whole_run, read, with_run, write
from gym.trial import Trial
from lab.errors import LabError

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else list(arguments)
    asked = _parser().parse_args(given)
    try:
        # An unknown name is reported before anything is started.
        trials = chosen([*asked.names, *filter(None, [asked.shell])], asked.faults)
        if asked.inside:
            return _inside(asked, trials)
        if reason := missing():
            raise LabError(f"the gym cannot run: {reason}")
        return watched(given)
    except LabError as error:
        print(error, file=sys.stderr)
        return 1


def _inside(asked: Namespace, trials: Sequence[Trial]) -> int:
    """The gym itself; the parent process cleans up after it."""
    with unwound_once():
        try:
            if asked.shell is not None:
                from gym.shell import open_shell

                return open_shell(trials[0] if asked.shell else None, Progress())
            if asked.record_healthy is not None:
                return _record_healthy(asked.record_healthy, Progress())
            return _try(asked, trials)
        except KeyboardInterrupt:
            print("broken off", file=sys.stderr)
            return _INTERRUPTED


def _try(asked: Namespace, trials: Sequence[Trial]) -> int:
    from gym.keeping import folder
    from gym.recording import record_all
    from gym.run import run
    from gym.schedule import sessions
    from gym.table import render_results

    progress = Progress()
    finished: list[Outcome] = []
    try:
        outcomes = run(sessions(trials), progress, finished.append, remedies=asked.fix)
    except BaseException:
        # What was broken off is worth as much as the same trials alone.
        _keep(with_run(read(), finished))
        raise
    print(f"\n{render_results(outcomes)}\nwhat was seen: {folder()}", flush=True)
    if asked.record:
        record_all(outcomes)
    if asked.record and not (asked.names or asked.faults):
        _record_healthy((), progress)
    if asked.names or asked.faults:
        results = with_run(read(), outcomes)
    else:
        today = f"{datetime.now(UTC):%Y-%m-%d}"
        results = of_whole_run(read(), outcomes, today, progress.seconds)
    _keep(results)
    return 0 if all(outcome.is_good for outcome in outcomes) else 1


def _keep(results: Results) -> None:
    """Writes the results and their page, once there has been a run of everything."""
    from gym.page import PAGE, render_page

    if results.whole_on:
        write(results)
        PAGE.write_text(render_page(results), encoding="utf-8")


def _record_healthy(situations: Sequence[str], progress: Progress) -> int:
    from gym.healthy.record import record_healthy

    record_healthy(situations, progress)
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m gym", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="a fault or a twin")
    parser.add_argument("--faults", default="", metavar="GROUP", help="a set of them, like five")
    parser.add_argument(
        "--fix", action="store_true", help="let calicovet put right what it names, as a user would"
    )
    parser.add_argument("--record", action="store_true", help="keep what was seen, for make test")
    parser.add_argument(
        "--record-healthy",
        nargs="*",
        metavar="SITUATION",
        help="only record healthy clusters, in all forms in which users hand them in",
    )
    parser.add_argument(
        "--shell",
        nargs="?",
        const="",
        metavar="NAME",
        help="a cluster to play with, broken by this fault",
    )
    # Given by the process that watches over this one.
    parser.add_argument(INSIDE, action="store_true", help=SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
