package dev.larder.http.client;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * What the origin and the client do with the request of one number, drawn from the seed alone.
 *
 * @param number number of the request
 * @param method its method
 * @param fault what the origin does wrong
 * @param framing how the response is framed
 * @param length octets of the response's content
 * @param upload octets of the request's content, or -1 for one that is sent in chunks
 * @param cancelAt event at which the client cancels; none if negative
 * @param seed seed for all other draws
 */
record RandomPlan(
        int number, String method, Fault fault, Framing framing, int length, int upload, int cancelAt, long seed) {

    private static final int CHUNKED_UPLOAD = 700;

    enum Fault {
        NONE,
        ENDS_WITHOUT_RESPONSE,
        TRUNCATES,
        RESETS,
        MALFORMED,
        SURPLUS,
        CLOSES_AFTER
    }

    enum Framing {
        LENGTH,
        CHUNKED,
        CLOSE
    }

    static RandomPlan of(long seed, int number) {
        var random = new Random(seed * 31 + number);
        random.nextInt();
        String method = switch (random.nextInt(6)) {
            case 0 -> "HEAD";
            case 1, 2 -> "POST";
            default -> "GET";
        };
        Fault fault = random.nextInt(4) == 0 ? Fault.values()[random.nextInt(Fault.values().length)] : Fault.NONE;
        Framing framing = Framing.values()[random.nextInt(Framing.values().length)];
        if (fault == Fault.TRUNCATES && framing == Framing.CLOSE && !method.equals("HEAD")) {
            fault = Fault.NONE;
        }
        int length = random.nextInt(20) == 0 ? random.nextInt(300_000) : random.nextInt(5_000);
        int upload = !method.equals("POST") ? 0 : random.nextInt(4) == 0 ? -1 : random.nextInt(3_000);
        int cancelAt = random.nextInt(5) == 0 ? random.nextInt(5) : -1;
        return new RandomPlan(number, method, fault, framing, length, upload, cancelAt, random.nextLong());
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether the whole response can arrive. */
    boolean mayEnd() {
        return fault != Fault.MALFORMED && fault != Fault.RESETS && fault != Fault.TRUNCATES;
    }

    /** Whether the request can fail: by its own fault, or by the end of a used connection if it must not be repeated. */
    boolean mayFail() {
        return method.equals("POST") || !(fault == Fault.NONE || fault == Fault.SURPLUS || fault == Fault.CLOSES_AFTER);
    }

    byte[] responseContent() {
        return isHead() ? new byte[0] : content(length, 7);
    }

    byte[] requestContent() {
        return content(upload < 0 ? CHUNKED_UPLOAD : upload, 3);
    }

    private byte[] content(int octets, int factor) {
        var content = new byte[octets];
        for (int i = 0; i < octets; i++) {
            content[i] = (byte) (number * factor + i);
        }
        return content;
    }

    /** The head of the response, with as many interim responses before it as there may be. */
    byte[] head() {
        String interim = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(Math.floorMod(seed, 3));
        String framed = switch (framing) {
            case LENGTH -> "Content-Length: " + length + "\r\n";
            case CHUNKED -> "Transfer-Encoding: chunked\r\n";
            case CLOSE -> "";
        };
        String head = interim + "HTTP/1.1 200 OK\r\nX-Number: " + number + "\r\n" + framed + "\r\n";
        return head.getBytes(StandardCharsets.ISO_8859_1);
    }
}
