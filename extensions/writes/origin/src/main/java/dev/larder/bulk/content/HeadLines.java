package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;

/** Reads the lines before the content of a message, each ended by CRLF (RFC 9112 2.1). */
final class HeadLines {

    private final byte[] message;
    private final Function<String, BatchRefusedException> malformed;
    private int position;

    /** @param malformed creates the refusal of a message, from a reason */
    HeadLines(byte[] message, Function<String, BatchRefusedException> malformed) {
        this.message = message;
        this.malformed = malformed;
    }

    /** Returns the position at which the rest of the message begins. */
    int position() {
        return position;
    }

    /** Returns the next line, without its end. */
    String line() {
        int end = position;
        while (end + 1 < message.length && !(message[end] == '\r' && message[end + 1] == '\n')) {
            end++;
        }
        if (end + 1 >= message.length) {
            throw malformed.apply("its head is cut off");
        }
        String line = new String(message, position, end - position, StandardCharsets.ISO_8859_1);
        position = end + 2;
        return line;
    }

    /** Reads the fields up to and including the next empty line. */
    HttpHeaders fields() {
        var fields = new HttpHeaders();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (!line.substring(0, Math.max(0, colon)).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
                throw malformed.apply("expected a field line (RFC 9112 5)");
            }
            fields.add(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return fields;
    }
}
