package dev.larder.policies.accesslog;

import java.util.Optional;

/**
 * A line of an access log in the Common or Combined Log Format. Before the time there may be anything: one address, several, quoted
 * or not, a host, what a logging library adds.
 *
 * @param time as the line has it, such as 10/Oct/2000:13:55:36 -0700
 * @param request the request line; empty if it is none, such as one with a blank in its target
 * @param status the status code
 * @param size the octets of the content; 0 if the line has none
 */
public record AccessLogEntry(String time, Optional<Request> request, int status, long size) {

    private static final String BEFORE_REQUEST = "] \"";
    private static final int SHORTEST_TIME = 20;
    private static final int LONGEST_TIME = 32;
    private static final int MAX_DIGITS = 18;

    /**
     * A request line.
     *
     * @param method the method
     * @param target the request target, without blanks
     */
    public record Request(String method, String target) {}

    /** Reads a line in linear time, whatever clients have put into it; empty if it has another format. */
    public static Optional<AccessLogEntry> parse(String line) {
        for (int end = line.indexOf(BEFORE_REQUEST); end >= 0; end = line.indexOf(BEFORE_REQUEST, end + 1)) {
            int begin = line.substring(Math.max(0, end - LONGEST_TIME - 1), end).lastIndexOf('[') + 1;
            begin += begin == 0 ? 0 : Math.max(0, end - LONGEST_TIME - 1);
            if (begin > 0 && isTime(line, begin, end)) {
                return rest(line, line.substring(begin, end), end + BEFORE_REQUEST.length());
            }
        }
        return Optional.empty();
    }

    private static boolean isTime(String line, int begin, int end) {
        return end - begin >= SHORTEST_TIME
                && end - begin <= LONGEST_TIME
                && Character.isDigit(line.charAt(begin))
                && line.charAt(begin + 2) == '/'
                && line.charAt(begin + 6) == '/'
                && line.charAt(begin + 11) == ':';
    }

    /** The request ends at the first quotation mark that is not escaped and is followed by status and size. */
    private static Optional<AccessLogEntry> rest(String line, String time, int begin) {
        boolean escaped = false;
        for (int at = begin; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"' && !escaped) {
                Optional<AccessLogEntry> entry = outcome(line, at + 1, time, begin);
                if (entry.isPresent()) {
                    return entry;
                }
            }
            escaped = c == '\\' && !escaped;
        }
        return Optional.empty();
    }

    private static Optional<AccessLogEntry> outcome(String line, int at, String time, int begin) {
        int size = at + 5;
        if (size >= line.length() || line.charAt(at) != ' ' || line.charAt(size - 1) != ' ') {
            return Optional.empty();
        }
        int end = line.indexOf(' ', size);
        String octets = line.substring(size, end < 0 ? line.length() : end);
        boolean valid = isNumber(line.substring(at + 1, size - 1)) && (octets.equals("-") || isNumber(octets));
        return valid
                ? Optional.of(new AccessLogEntry(
                        time,
                        request(line.substring(begin, at - 1)),
                        Integer.parseInt(line.substring(at + 1, size - 1)),
                        octets.equals("-") ? 0 : Long.parseLong(octets)))
                : Optional.empty();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Optional<Request> request(String line) {
        int method = line.indexOf(' ');
        if (method <= 0 || !line.substring(0, method).chars().allMatch(c -> c >= 'A' && c <= 'Z')) {
            return Optional.empty();
        }
        int version = line.lastIndexOf(" HTTP/");
        String target = line.substring(method + 1, version <= method ? line.length() : version);
        return target.isEmpty() || target.chars().anyMatch(c -> c <= ' ')
                ? Optional.empty()
                : Optional.of(new Request(line.substring(0, method), target));
    }
}
