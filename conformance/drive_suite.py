"""Runs the suite's checks of a merchant, and prints what came of each as JSON.

    python3 drive_suite.py <checkout of the suite> <run.json>

run.json: {"authority": PEM file, "server": address, "config": {…}, "only": [ids] or null, "checks_of": version or null}

The suite itself is used as it is. Around it: names under .localhost are this machine, wherever the resolver does not know
that (RFC 6761, 6.3), and one more authority is trusted. `checks_of` makes the checks of one version of the specification at a
profile of another one, which the suite does not know.
"""
import json
import pathlib
import socket
import ssl
import sys

suite, run = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text())
sys.path.insert(0, str(pathlib.Path(suite) / "conformance" / "checks"))

resolve = socket.getaddrinfo
socket.getaddrinfo = lambda host, *rest, **named: resolve(
    "127.0.0.1" if str(host).endswith("localhost") else host, *rest, **named
)

import engine  # noqa: E402

engine._SSL_CTX = ssl.create_default_context(cafile=run["authority"])

import merchant  # noqa: E402
import merchant_checks  # noqa: E402

ctx, _, _ = merchant.report(run["server"], run["config"])
if run["checks_of"]:
    ctx.version = run["checks_of"]
numbered = enumerate(merchant_checks.all_checks())
chosen = [(number, each) for number, each in numbered if run["only"] is None or each.id in run["only"]]
_, detail = merchant_checks.run_merchant_checks(ctx, [each for _, each in chosen])
meta = merchant.req_meta(ctx.version)


def told(number, check, outcome):
    asked = merchant_checks._rids(check, ctx.version)
    return {
        "number": number,
        "id": check.id,
        "transport": check.transport or "rest",
        "capability": check.capability,
        "status": str(outcome["status"]),
        "survivors": outcome.get("survivors") or [],
        "clauses": [f"{each} ({meta.get(each, {}).get('source') or 'no clause'})" for each in asked],
        "observed": outcome.get("observed"),
    }


json.dump([told(number, *each) for (number, _), each in zip(chosen, detail)], sys.stdout)
