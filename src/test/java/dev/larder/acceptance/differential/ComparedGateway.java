package dev.larder.acceptance.differential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A gateway that takes part, and the origin behind it, which nobody else asks. */
record ComparedGateway(int port, StrictOrigin witness) {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([2-9][0-9][0-9])");
    private static final Pattern ANSWERED = Pattern.compile("(?i)" + StrictOrigin.SERIAL + ": ([0-9]+)");

    /**
     * Sends the octets of a case over a connection of its own.
     *
     * @param number of the case
     * @param octets one char each
     * @param patience milliseconds of silence after which it is taken for lasting
     */
    ProxyOutcome send(int number, String octets, int patience) {
        var received = new ByteArrayOutputStream();
        boolean silent = false;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(patience);
            socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
            byte[] some = new byte[8_192];
            for (int n = socket.getInputStream().read(some);
                    n >= 0;
                    n = socket.getInputStream().read(some)) {
                received.write(some, 0, n);
            }
        } catch (SocketTimeoutException e) {
            silent = true;
        } catch (IOException e) {
            // A gateway that has refused need not read what follows: what came before is its answer.
        }
        if (silent) {
            witness.leave(octets);
        }
        String text = received.toString(StandardCharsets.ISO_8859_1);
        List<Integer> answered = numbers(ANSWERED, text);
        return new ProxyOutcome(numbers(STATUS, text), answered, witness.take(number, answered), silent);
    }

    private static List<Integer> numbers(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .toList();
    }
}
