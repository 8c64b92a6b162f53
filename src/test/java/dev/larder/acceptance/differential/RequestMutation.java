package dev.larder.acceptance.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Changes requests blindly: octets, pieces and lines are put in, taken out, doubled and exchanged. */
final class RequestMutation {

    private static final String[] PIECES = {
        "\r",
        "\n",
        "\r\n",
        "\0",
        " ",
        "\t",
        ":",
        ",",
        ";",
        "\"",
        "0",
        "1",
        "5",
        "-",
        "+",
        "/",
        "%",
        "#",
        "?",
        "\\",
        "\u000b",
        "\u0085",
        "\u00ff",
        "\u007f",
        "chunked",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "\r\n\r\n",
        "Host: b.test\r\n",
        "GET /MARK HTTP/1.1\r\nHost: a.test\r\n\r\n",
        "0\r\n\r\n",
        "HTTP/1.1",
        "\r\n ",
        "close"
    };

    private RequestMutation() {}

    /** The text with one change. */
    static String of(Random random, String text) {
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 2));
        return switch (random.nextInt(7)) {
            case 0 -> text.substring(0, at) + PIECES[random.nextInt(PIECES.length)] + text.substring(at);
            case 1 -> text.substring(0, at) + text.substring(to);
            case 2 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(to);
            case 3 -> text.substring(0, to) + text.substring(at);
            case 4 -> text.substring(0, at) + flipped(random, text.substring(at, to)) + text.substring(to);
            case 5 -> lines(random, text);
            default -> text.replaceFirst("\r\n", random.nextBoolean() ? "\n" : "\r");
        };
    }

    private static String flipped(Random random, String piece) {
        return piece.isEmpty() ? piece : (char) (piece.charAt(0) ^ 1 << random.nextInt(8)) + piece.substring(1);
    }

    private static String lines(Random random, String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("(?<=\n)")));
        int one = random.nextInt(lines.size());
        switch (random.nextInt(3)) {
            case 0 -> lines.add(random.nextInt(lines.size() + 1), lines.get(one));
            case 1 -> Collections.swap(lines, one, random.nextInt(lines.size()));
            default -> lines.remove(one);
        }
        return String.join("", lines);
    }
}
