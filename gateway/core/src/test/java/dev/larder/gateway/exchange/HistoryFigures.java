package dev.larder.gateway.exchange;

import dev.larder.gateway.exchange.RecordingClient.Ending;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts what has happened in histories, to show that they contain what they are meant to test. */
final class HistoryFigures {

    private final Map<String, Integer> counts = new TreeMap<>();

    void add(ExchangeHistory history) {
        count("histories");
        history.figures().counts.forEach((what, times) -> counts.merge(what, times, Integer::sum));
        for (SimulatedRequest request : history.requests()) {
            RecordingClient client = request.client();
            count((request.isWrite() ? "writes " : "") + client.ending().name().toLowerCase(Locale.ROOT));
            if (client.head() != null && client.ending() != Ending.LEFT) {
                count("status " + client.head().status());
                String report = client.head().fields().combined("Cache-Status");
                for (String word :
                        new String[] {"hit", "stored", "collapsed", "voided", "partial", "hit-stale-if-error"}) {
                    if ((report + ";").contains(" " + word + ";") || (report + ";").contains("=" + word + ";")) {
                        count(word);
                    }
                }
            }
            request.calls().stream().filter(ScriptedCall::isFailed).forEach(call -> count("failed requests"));
            request.calls().forEach(call -> count("requests to the origin"));
        }
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    /** Returns how often any of these was counted. */
    int of(String... any) {
        return Arrays.stream(any).mapToInt(what -> counts.getOrDefault(what, 0)).sum();
    }

    Map<String, Integer> counts() {
        return counts;
    }
}
