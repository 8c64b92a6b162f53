package dev.larder.acceptance.kit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The reading half of a connection, by lines and by bytes; remembers how it ended. */
final class WireReader {

    private final InputStream in;
    private TransferEnd end = TransferEnd.COMPLETE;
    private boolean silenceExpected;

    WireReader(InputStream in) {
        this.in = new BufferedInputStream(in, 16 * 1024);
    }

    /** Silence is from now on a result like others, not the test's failure. */
    void expectSilence() {
        silenceExpected = true;
    }

    /** How the connection ended; {@link TransferEnd#COMPLETE} while it has not. */
    TransferEnd end() {
        return end;
    }

    /** The next byte, or -1 when nothing more comes. */
    int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    int read(byte[] buffer, int offset, int length) {
        try {
            int count = in.read(buffer, offset, length);
            if (count < 0) {
                end = TransferEnd.FIN;
            }
            return count;
        } catch (SocketTimeoutException e) {
            silence(e);
        } catch (SocketException e) {
            end = TransferEnd.RESET;
        } catch (IOException e) {
            end = TransferEnd.FIN;
        }
        return -1;
    }

    private void silence(SocketTimeoutException cause) {
        end = TransferEnd.SILENCE;
        if (!silenceExpected) {
            throw new AssertionError("the gateway neither answered nor closed the connection", cause);
        }
    }

    /** The next line without its line end; empty if the connection ended before one was whole. */
    Optional<String> line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = read(); next >= 0; next = read()) {
            if (next == '\n') {
                return Optional.of(latin1(line.toByteArray()));
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return Optional.empty();
    }

    /** The field lines up to the empty line; empty if the connection ended first. */
    Optional<RawFields> fields() {
        List<RawField> fields = new ArrayList<>();
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            if (line.get().isEmpty()) {
                return Optional.of(new RawFields(fields));
            }
            fields.add(field(line.get()));
        }
        return Optional.empty();
    }

    /** That many bytes, or fewer if the connection ended. */
    byte[] bytes(int count) {
        byte[] buffer = new byte[count];
        int have = 0;
        while (have < count) {
            int more = read(buffer, have, count - have);
            if (more < 0) {
                return java.util.Arrays.copyOf(buffer, have);
            }
            have += more;
        }
        return buffer;
    }

    private static RawField field(String line) {
        int colon = line.indexOf(':');
        return colon < 0
                ? new RawField(line, "")
                : new RawField(
                        line.substring(0, colon), line.substring(colon + 1).trim());
    }

    static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
