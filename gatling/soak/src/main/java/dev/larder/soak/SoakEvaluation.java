package dev.larder.soak;

import dev.larder.experiments.report.NumberFormats;
import dev.larder.soak.traffic.RequestCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What must hold, and whether it did: a function of what was seen. */
final class SoakEvaluation {

    private static final double NANOS_OF_MILLI = 1e6;
    private static final double SLOWEST = 99;

    private SoakEvaluation() {}

    /** One verdict for each obligation. */
    static List<ObligationResult> judge(SoakFindings seen, MemoryAllowance allowance) {
        var verdicts = new ArrayList<>(List.of(
                none("wrong bodies", seen.sum(RequestCounters::wrongContents)),
                none("requests that fail though the origin is well", seen.sum(RequestCounters::failures)),
                none("errors in the log", seen.logged().errors().size()),
                none("buffers lost, of those that Netty watches", seen.logged().leaks()),
                none("sockets left when all have gone", seen.left().sockets()),
                none("deleted files left open", seen.left().files()),
                memory(seen, allowance),
                growth(seen)));
        seen.byTitle().entrySet().stream()
                .filter(phase -> !phase.getKey().equals(SoakPhase.QUIET))
                .forEach(phase -> verdicts.add(speed(seen, phase)));
        return verdicts;
    }

    private static ObligationResult none(String what, long count) {
        return ObligationResult.of("no " + what, Long.toString(count), count == 0);
    }

    private static ObligationResult memory(SoakFindings seen, MemoryAllowance allowance) {
        return ObligationResult.of(
                "the process stays within its limit of " + allowance.limitMb() + " MB and 15 %, that is "
                        + NumberFormats.fixed(allowance.mostResidentMb(), 0) + " MB",
                NumberFormats.fixed(seen.mostResidentMb(), 0) + " MB at most",
                seen.mostResidentMb() <= allowance.mostResidentMb());
    }

    private static ObligationResult growth(SoakFindings seen) {
        var growth = seen.heapGrowth();
        return ObligationResult.of(
                        "the heap after a collection grows by less than "
                                + NumberFormats.fixed(MemoryAllowance.MAX_GROWTH, 0) + " MB an hour",
                        NumberFormats.fixed(growth, 2) + " MB an hour",
                        growth < MemoryAllowance.MAX_GROWTH)
                .onlyIf(seen.length().compareTo(MemoryAllowance.GROWTH_JUDGED_FROM) >= 0);
    }

    private static ObligationResult speed(SoakFindings seen, Map.Entry<String, List<CompletedPhase>> phase) {
        var quiet = p99(seen.byTitle().getOrDefault(SoakPhase.QUIET, List.of()));
        var during = p99(phase.getValue());
        return ObligationResult.of(
                        "p99 of hits within " + MemoryAllowance.MAX_SLOWDOWN + " times the quiet one: "
                                + phase.getKey(),
                        NumberFormats.fixed(during, 2) + " ms, quiet " + NumberFormats.fixed(quiet, 2) + " ms",
                        during <= MemoryAllowance.MAX_SLOWDOWN * quiet)
                .onlyIf(seen.length().compareTo(MemoryAllowance.SPEED_JUDGED_FROM) >= 0);
    }

    /** Milliseconds that the slowest hundredth of the hits took at least. */
    static double p99(List<CompletedPhase> stretches) {
        return SoakFindings.hits(stretches).getValueAtPercentile(SLOWEST) / NANOS_OF_MILLI;
    }
}
