package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.MessageHeadConverter;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpCookie;
import reactor.core.publisher.Flux;

/** A request that is routed at its connection has the field lines that routes see. */
class HeadOnlyRequestTest {

    private static final List<String> NAMES =
            List.of("Accept", "accept", "ACCEPT", "Cookie", "cookie", "X-One", "x-Two", "If-None-Match", "Host");
    private static final InetSocketAddress SERVER = new InetSocketAddress("127.0.0.1", 1);

    @Test
    void fieldLinesMatchHttpHeaders() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            var received = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
            int lines = random.nextInt(8);
            for (int line = 0; line < lines; line++) {
                received.headers().add(NAMES.get(random.nextInt(NAMES.size())), "value " + random.nextInt(3));
            }
            var request = new HeadOnlyRequest(received, URI.create("http://users/"), SERVER, null, Flux.empty());
            assertThat(request.fieldLines())
                    .as("%s, seed %d", received, seed)
                    .isEqualTo(MessageHeadConverter.fields(request.getHeaders()))
                    .isEqualTo(MessageHeadConverter.fields(request));
        }
    }

    /** As the server decodes them: all of one name, and none that is malformed. */
    @Test
    void decodesCookiesLikeServer() {
        var received = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
        received.headers().add("Cookie", "a=1; b=\"2\"; a=3; bad name=4").add("cookie", "c=5; =6; d");
        var request = new HeadOnlyRequest(received, URI.create("http://users/"), SERVER, null, Flux.empty());
        assertThat(request.getCookies())
                .containsEntry("a", List.of(new HttpCookie("a", "1"), new HttpCookie("a", "3")))
                .containsEntry("b", List.of(new HttpCookie("b", "2")))
                .containsEntry("c", List.of(new HttpCookie("c", "5")))
                .hasSize(3);
    }
}
