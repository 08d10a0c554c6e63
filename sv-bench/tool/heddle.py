"""BenchExec tool-info module for heddle.

Use it with `benchexec --tool-directory TREE`, with sv-bench/tool in PYTHONPATH
and <benchmark tool=".heddle"> in the benchmark definition; the dot says that the
module is none of those that come with BenchExec.
"""

import re

import benchexec.result as result
import benchexec.tools.template

_VERDICT = re.compile(r"true|unknown|false\(([\w-]+)\)")


class Tool(benchexec.tools.template.BaseTool2):
    """heddle, a verifier for multithreaded C."""

    # Solvers that are loaded at run time, where `make` puts them.
    REQUIRED_PATHS = ["deps/z3/lib", "deps/mathsat"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle")

    def name(self):
        return "heddle"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        # Tasks of format 1.0 do not say it.
        command += ["--data-model", model or "ILP32"]
        return command + list(task.input_files)

    def determine_result(self, run):
        """The exit code and the last line must say the same: neither counts alone."""
        code = run.exit_code.value
        if code is None:  # ended by a signal, which BenchExec names
            return result.RESULT_ERROR
        verdict = self._verdict(run.output)
        if code == 0 and verdict == "true":
            return result.RESULT_TRUE_PROP
        if code == 10 and verdict.startswith("false("):
            return verdict
        if code == 5 and verdict == "unknown":
            return result.RESULT_UNKNOWN
        if code == 1:
            return f"{result.RESULT_ERROR} (usage)"
        if code == 2:
            return f"{result.RESULT_ERROR} (input)"
        if code == 6 and run.output.any_line_contains("out of memory"):
            return "OUT OF MEMORY"
        return result.RESULT_ERROR

    @staticmethod
    def _verdict(output):
        """The last line of standard output; lines of standard error may follow it."""
        for line in reversed(output):
            if _VERDICT.fullmatch(line.strip()):
                return line.strip()
        return ""

    def get_value_from_output(self, output, identifier):
        """A counter of --stats json by its key, such as states."""
        pattern = re.compile(rf'\s*"{re.escape(identifier)}":\s*"?([^",]*)"?,?\s*')
        for line in reversed(output):
            match = pattern.fullmatch(line)
            if match:
                return match[1]
        return None
