package com.example.comparison;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What came of a request.
 *
 * @param responses the interim ones and the final one; none if the connection ended or nothing came
 * @param connection what became of the connection
 * @param forwarded what the origin was asked; once, if it was asked again for the same
 */
record ComparedAnswer(List<HttpMessage> responses, String connection, List<HttpMessage> forwarded) {

    private static final int PATIENCE_MILLIS = 5_000;

    /** Sends the request to that route of the gateway. */
    static ComparedAnswer of(ComparedRequest request, String route, int port, ScriptedService origin)
            throws IOException {
        List<HttpMessage> responses = new ArrayList<>();
        String connection = "is closed";
        origin.take();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            send(socket, request.octets().replace("ROUTE", route));
            HttpMessage response = HttpMessage.response(in, request.method());
            responses.add(response);
            while (response.status() < 200 && response.status() != 101) {
                response = HttpMessage.response(in, request.method());
                responses.add(response);
            }
            send(socket, "GET " + route + "/alive HTTP/1.1\r\nHost: gateway.test\r\n\r\n");
            if (HttpMessage.response(in, "GET").status() == 200) {
                connection = "stays open";
            }
        } catch (IOException ended) {
            // The connection is closed, or nothing came.
        }
        return new ComparedAnswer(
                List.copyOf(responses),
                connection,
                origin.take().stream().distinct().toList());
    }

    /** How that one differs from this one; empty if it does not in a single octet. */
    Set<String> differencesOf(ComparedAnswer that) {
        Set<String> differences = new TreeSet<>();
        differ("", last(responses), last(that.responses), differences);
        differ("interim: ", interim(responses), interim(that.responses), differences);
        differ("forwarded: ", forwarded, that.forwarded, differences);
        if (!connection.equals(that.connection)) {
            differences.add("connection " + that.connection);
        }
        return differences;
    }

    private static List<HttpMessage> last(List<HttpMessage> messages) {
        return messages.isEmpty() ? messages : messages.subList(messages.size() - 1, messages.size());
    }

    private static List<HttpMessage> interim(List<HttpMessage> messages) {
        return messages.isEmpty() ? messages : messages.subList(0, messages.size() - 1);
    }

    private static void differ(
            String whose, List<HttpMessage> expected, List<HttpMessage> got, Set<String> differences) {
        if (expected.size() != got.size()) {
            differences.add(whose + count(got.size()) + " instead of " + count(expected.size()));
            return;
        }
        for (int i = 0; i < expected.size(); i++) {
            differ(whose, expected.get(i), got.get(i), differences);
        }
    }

    private static void differ(String whose, HttpMessage expected, HttpMessage got, Set<String> differences) {
        int before = differences.size();
        if (expected.status() != got.status()) {
            differences.add(start(got) + " instead of " + start(expected));
            return;
        }
        if (!expected.start().equals(got.start())) {
            differences.add(whose + "`" + got.start().split(" ")[1] + "`");
        }
        if (got.field("Content-Type").contains("problem+json")) {
            differences.add("problem details");
            return;
        }
        differ(whose, fields(expected), fields(got), differences);
        if (!normal(expected.content()).equals(normal(got.content()))) {
            differences.add(whose + "content");
        }
        if (differences.size() == before
                && !expected.content().contains("requestId")
                && !normal(expected.toString()).equals(normal(got.toString()))) {
            differences.add(whose + "order or spelling of fields");
        }
    }

    private static void differ(
            String whose, Map<String, List<String>> expected, Map<String, List<String>> got, Set<String> differences) {
        Set<String> names = new TreeSet<>(expected.keySet());
        names.addAll(got.keySet());
        for (String name : names) {
            if (!got.containsKey(name)) {
                differences.add(whose + "no `" + name + "`");
            } else if (!expected.containsKey(name)) {
                differences.add(whose + "`" + name + "`");
            } else if (!expected.get(name).equals(got.get(name))) {
                differences.add(whose + "another `" + name + "`");
            }
        }
    }

    private static Map<String, List<String>> fields(HttpMessage message) {
        return message.fields().stream()
                .collect(groupingBy(
                        line -> HttpMessage.name(line).toLowerCase(Locale.ROOT),
                        TreeMap::new,
                        mapping(line -> value(message, line), toList())));
    }

    /** The length of content with an id goes with the id. */
    private static String value(HttpMessage message, String line) {
        boolean length = HttpMessage.name(line).equalsIgnoreCase("Content-Length");
        return length && message.content().contains("requestId")
                ? "LENGTH"
                : normal(line.substring(line.indexOf(':') + 1));
    }

    private static String count(int messages) {
        return messages == 0 ? "nothing" : messages == 1 ? "one" : Integer.toString(messages);
    }

    private static String start(HttpMessage message) {
        return Integer.toString(message.status());
    }

    /** Without what differs from request to request: ports, times and ids. */
    private static String normal(String text) {
        return text.replaceAll("127\\.0\\.0\\.1:[0-9]+", "127.0.0.1:PORT")
                .replaceAll("\"timestamp\":\"[^\"]*\"", "\"timestamp\":TIME")
                .replaceAll("(?i)\\bdate: .{29}", "date: TIME")
                .replaceAll("\"requestId\":\"[^\"]*\"", "\"requestId\":ID");
    }

    private static void send(Socket socket, String octets) throws IOException {
        socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
    }
}
