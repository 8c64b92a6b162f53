package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A WebSocket passes through a cached route. */
class WebSocketTest {

    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    void framesPassInBothDirections() {
        STAGE.origin().on(path, request -> echo(accept(request.fields().get("Sec-WebSocket-Key"))));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request(
                    "GET",
                    path,
                    "Upgrade",
                    "websocket",
                    "Connection",
                    "Upgrade",
                    "Sec-WebSocket-Version",
                    "13",
                    "Sec-WebSocket-Key",
                    KEY);
            ReceivedResponse switched = client.open("GET").head();
            assertThat(switched.status()).isEqualTo(101);
            assertThat(switched.field("Sec-WebSocket-Accept")).isEqualTo(accept(KEY));
            client.send("\u0081\u0085\0\0\0\0hello");
            assertThat(client.bytes(7)).isEqualTo("\u0081\u0005hello");
        }
    }

    /** Answers the handshake, then sends the first frame's five bytes back in a frame of its own. */
    private static ResponseScript echo(String accept) {
        return ResponseScript.takeOver((in, out) -> {
            String head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n";
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            byte[] frame = in.readNBytes(11);
            byte[] answer = {(byte) 0x81, 5, 0, 0, 0, 0, 0};
            for (int i = 0; i < 5; i++) {
                answer[2 + i] = (byte) (frame[6 + i] ^ frame[2 + i % 4]);
            }
            out.write(answer);
            in.read();
        });
    }

    private static String accept(String key) {
        try {
            byte[] text = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.ISO_8859_1);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
