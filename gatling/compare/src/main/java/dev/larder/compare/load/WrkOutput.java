package dev.larder.compare.load;

import java.util.List;
import java.util.regex.Pattern;

/** What wrk prints at its end. */
final class WrkOutput {

    private static final Pattern TOTAL =
            Pattern.compile("(\\d+) requests in ([0-9.]+)(us|ms|s|m)\\b, ([0-9.]+)([KMGT]?)B read");
    private static final Pattern STATUS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern SOCKET =
            Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");

    private WrkOutput() {}

    static LoadResult parse(List<String> output) {
        var text = String.join("\n", output);
        var total = TOTAL.matcher(text);
        if (!total.find()) {
            throw new IllegalArgumentException("not the output of wrk: " + text);
        }
        var seconds = Double.parseDouble(total.group(2)) * unit(total.group(3));
        return new LoadResult(
                Long.parseLong(total.group(1)), errors(text), seconds, octets(total.group(4), total.group(5)));
    }

    private static long errors(String text) {
        var status = STATUS.matcher(text);
        var errors = status.find() ? Long.parseLong(status.group(1)) : 0;
        var socket = SOCKET.matcher(text);
        if (socket.find()) {
            for (var group = 1; group <= socket.groupCount(); group++) {
                errors += Long.parseLong(socket.group(group));
            }
        }
        return errors;
    }

    private static long octets(String number, String unit) {
        return (long) (Double.parseDouble(number) * (1L << (10 * " KMGT".indexOf(unit.isEmpty() ? " " : unit))));
    }

    private static double unit(String name) {
        return switch (name) {
            case "us" -> 1e-6;
            case "ms" -> 1e-3;
            case "m" -> 60;
            default -> 1;
        };
    }
}
