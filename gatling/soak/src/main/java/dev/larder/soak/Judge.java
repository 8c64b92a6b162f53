package dev.larder.soak;

import dev.larder.experiments.report.Numbers;
import dev.larder.soak.traffic.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What must hold, and whether it did: a function of what was seen. */
final class Judge {

    private static final double NANOS_OF_MILLI = 1e6;
    private static final double SLOWEST = 99;

    private Judge() {}

    /** One verdict for each obligation. */
    static List<Verdict> judge(Findings seen, Allowance allowance) {
        var verdicts = new ArrayList<>(List.of(
                none("wrong bodies", seen.sum(Account::wrongContents)),
                none("requests that fail though the origin is well", seen.sum(Account::failures)),
                none("errors in the log", seen.logged().errors().size()),
                none("buffers lost, of those that Netty watches", seen.logged().leaks()),
                none("sockets left when all have gone", seen.left().sockets()),
                none("deleted files left open", seen.left().files()),
                memory(seen, allowance),
                growth(seen)));
        seen.byTitle().entrySet().stream()
                .filter(phase -> !phase.getKey().equals(Phase.QUIET))
                .forEach(phase -> verdicts.add(speed(seen, phase)));
        return verdicts;
    }

    private static Verdict none(String what, long count) {
        return Verdict.of("no " + what, Long.toString(count), count == 0);
    }

    private static Verdict memory(Findings seen, Allowance allowance) {
        return Verdict.of(
                "the process stays within its limit of " + allowance.limitMb() + " MB and 15 %, that is "
                        + Numbers.fixed(allowance.mostResidentMb(), 0) + " MB",
                Numbers.fixed(seen.mostResidentMb(), 0) + " MB at most",
                seen.mostResidentMb() <= allowance.mostResidentMb());
    }

    private static Verdict growth(Findings seen) {
        var growth = seen.heapGrowth();
        return Verdict.of(
                        "the heap after a collection grows by less than " + Numbers.fixed(Allowance.MOST_GROWTH, 0)
                                + " MB an hour",
                        Numbers.fixed(growth, 2) + " MB an hour",
                        growth < Allowance.MOST_GROWTH)
                .onlyIf(seen.length().compareTo(Allowance.GROWTH_JUDGED_FROM) >= 0);
    }

    private static Verdict speed(Findings seen, Map.Entry<String, List<Stretch>> phase) {
        var quiet = p99(seen.byTitle().getOrDefault(Phase.QUIET, List.of()));
        var during = p99(phase.getValue());
        return Verdict.of(
                        "p99 of hits within " + Allowance.MOST_SLOWER + " times the quiet one: " + phase.getKey(),
                        Numbers.fixed(during, 2) + " ms, quiet " + Numbers.fixed(quiet, 2) + " ms",
                        during <= Allowance.MOST_SLOWER * quiet)
                .onlyIf(seen.length().compareTo(Allowance.SPEED_JUDGED_FROM) >= 0);
    }

    /** Milliseconds that the slowest hundredth of the hits took at least. */
    static double p99(List<Stretch> stretches) {
        return Findings.hits(stretches).getValueAtPercentile(SLOWEST) / NANOS_OF_MILLI;
    }
}
