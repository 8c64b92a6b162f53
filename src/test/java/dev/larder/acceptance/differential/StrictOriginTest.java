package dev.larder.acceptance.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StrictOriginTest {

    private static final String UNMARKED = "POST /second HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n";

    private static void send(StrictOrigin origin, String octets) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), origin.port())) {
            socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void reportsRequestThatNoClientSentAsStray() throws IOException {
        try (var origin = new StrictOrigin()) {
            origin.leave("POST /other HTTP/1.1\r\n\r\n");
            send(origin, UNMARKED);
            assertThat(origin.strays()).extracting(RequestAtOrigin::start).containsExactly("POST /second");
        }
    }

    @Test
    void unmarkedRequestOfDisconnectedClientIsNotStray() throws IOException {
        try (var origin = new StrictOrigin()) {
            origin.leave("GET /first" + CaseMarker.of(7) + " HTTP/1.1\r\nHost: a.test\r\n\r\n" + UNMARKED);
            send(origin, UNMARKED);
            assertThat(origin.strays()).isEmpty();
        }
    }
}
