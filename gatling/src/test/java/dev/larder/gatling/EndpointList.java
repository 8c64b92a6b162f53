package dev.larder.gatling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A trace file of endpoints: a method and a target in each line, the most popular first; lines with # in front are skipped. */
final class EndpointList {

    private static final Pattern LINE = Pattern.compile("([A-Z]+)\\s+(/\\S*)");

    private EndpointList() {}

    static List<LoadRequest> read(Path file) {
        var calls = new ArrayList<LoadRequest>();
        try {
            int number = 0;
            for (var line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank() && !line.startsWith("#")) {
                    calls.add(call(file, number, line.strip()));
                }
            }
        } catch (IOException unreadable) {
            throw new InvalidSettingException(
                    "trace", file.toString(), "a file of text, with an endpoint in each line", "endpoints.txt");
        }
        if (calls.isEmpty()) {
            throw new InvalidSettingException("trace", file.toString(), "a file with endpoints", "endpoints.txt");
        }
        return calls;
    }

    /** Only those that are read. */
    static List<LoadRequest> reads(Path file) {
        var reads = read(file).stream().filter(LoadRequest::reads).toList();
        if (reads.isEmpty()) {
            throw new InvalidSettingException("trace", file.toString(), "a file with GET endpoints", "endpoints.txt");
        }
        return reads;
    }

    private static LoadRequest call(Path file, int number, String line) {
        var matcher = LINE.matcher(line);
        if (!matcher.matches() || !RequestSender.knows(matcher.group(1))) {
            throw new InvalidSettingException(
                    "trace", file + ":" + number, "a method and a path, not \"" + line + '"', "endpoints.txt");
        }
        var call = LoadRequest.get(matcher.group(2));
        var method = matcher.group(1);
        return method.equals("GET") ? call : LoadRequest.write(method, call.target());
    }
}
