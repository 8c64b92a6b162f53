package dev.larder.compare.peer;

import java.util.List;

/** The one line of a log that says why a server did not start. */
public final class StartFailure {

    private StartFailure() {}

    /** What Spring Boot describes, or else the last line. */
    public static String reason(List<String> log) {
        var lines =
                log.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
        var description = lines.indexOf("Description:");
        var action = lines.indexOf("Action:");
        if (description >= 0 && action > description) {
            return String.join(" ", lines.subList(description + 1, action));
        }
        return lines.isEmpty() ? "it ended without a word" : lines.get(lines.size() - 1);
    }
}
