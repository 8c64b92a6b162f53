package dev.larder.gatling;

import java.util.regex.Pattern;

/** The common and the combined log format of web servers. */
final class AccessLog {

    private static final Pattern LINE = Pattern.compile(
            "\\S+ \\S+ .*?\\[[^\\]]+\\] \"((?:[^\"\\\\]|\\\\.)*)\" \\d{3} (?:\\d+|-)(?: \"(?:[^\"\\\\]|\\\\.)*\"){0,2}");
    private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (/\\S*)(?: HTTP/\\d(?:\\.\\d)?)?");

    private AccessLog() {}

    static RecordedLine parse(String line) {
        var matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return new RecordedLine.Malformed(
                    "the common or combined log format: host ident user [date] \"request\" status bytes");
        }
        var request = REQUEST.matcher(matcher.group(1));
        if (!request.matches() || !RequestSender.knows(request.group(1))) {
            return new RecordedLine.Skipped("no request");
        }
        var method = request.group(1);
        return new RecordedLine.Sent(
                method.equals("GET") ? LoadRequest.get(request.group(2)) : LoadRequest.write(method, request.group(2)));
    }
}
