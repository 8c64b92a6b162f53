package com.example.comparison;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A message of HTTP/1.1 as it is on the wire.
 *
 * @param start request line or status line
 * @param fields lines of the field section, in order
 */
record HttpMessage(String start, List<String> fields, String content) {

    /** Reads a request. */
    static HttpMessage request(InputStream in) throws IOException {
        HttpMessage head = head(in);
        return new HttpMessage(head.start, head.fields, head.framed(in, false));
    }

    /** Reads a response to that method. */
    static HttpMessage response(InputStream in, String method) throws IOException {
        HttpMessage head = head(in);
        int status = head.status();
        boolean none = method.equals("HEAD") || status < 200 || status == 204 || status == 304;
        return none ? head : new HttpMessage(head.start, head.fields, head.framed(in, true));
    }

    /** Its status code, zero if there is none. */
    int status() {
        String[] parts = start.split(" ");
        return parts.length > 1 && parts[1].matches("[0-9]{3}") ? Integer.parseInt(parts[1]) : 0;
    }

    /** The values of the fields of that name, joined. */
    String field(String name) {
        return String.join(
                ", ",
                fields.stream()
                        .filter(line -> name(line).equalsIgnoreCase(name))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .toList());
    }

    /** The name in a line of the field section. */
    static String name(String line) {
        return line.substring(0, Math.max(0, line.indexOf(':')));
    }

    private static HttpMessage head(InputStream in) throws IOException {
        String start = line(in);
        List<String> fields = new ArrayList<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            fields.add(line);
        }
        return new HttpMessage(start, List.copyOf(fields), "");
    }

    private String framed(InputStream in, boolean untilTheEnd) throws IOException {
        if (field("Transfer-Encoding").toLowerCase(java.util.Locale.ROOT).endsWith("chunked")) {
            return chunks(in);
        }
        if (!field("Content-Length").isEmpty()) {
            return text(in.readNBytes(Integer.parseInt(field("Content-Length"))));
        }
        return untilTheEnd ? text(in.readAllBytes()) : "";
    }

    private static String chunks(InputStream in) throws IOException {
        StringBuilder content = new StringBuilder();
        int size = Integer.parseInt(line(in).split(";")[0].trim(), 16);
        while (size > 0) {
            content.append(text(in.readNBytes(size)));
            line(in);
            size = Integer.parseInt(line(in).split(";")[0].trim(), 16);
        }
        for (String trailer = line(in); !trailer.isEmpty(); trailer = line(in)) {
            content.append("\ntrailer ").append(trailer);
        }
        return content.toString();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("The message ends in its head: " + line);
            }
            if (octet != '\r') {
                line.append((char) octet);
            }
        }
        return line.toString();
    }

    private static String text(byte[] octets) {
        return new String(octets, StandardCharsets.ISO_8859_1);
    }
}
