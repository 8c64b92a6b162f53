package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P10, S: what an origin may not say reaches no client as its answer, and no store. */
class InvalidOriginResponseTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello, this is HTTP/0.9",
                "HTTP/1.1 99 Low\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 1000 High\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 abc\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                OK + "Content-Length: -2\r\n\r\nok",
                OK + "Content-Length: 99999999999999999999\r\n\r\nok",
                OK + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nok!",
                OK + "Content-Length: 2, 3\r\n\r\nok!",
                OK + "Content-Length: +2\r\n\r\nok",
                OK + "Transfer-Encoding: gzip, chunked, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\nok",
                OK + "Location: /a\r\n b\r\nContent-Length: 2\r\n\r\nok",
                OK + "Set-Cookie: a\0b\r\nContent-Length: 2\r\n\r\nok",
                OK + "no colon\r\nContent-Length: 2\r\n\r\nok"
            })
    @Tag("hardening-P10")
    @Tag("hardening-S")
    void malformedOriginResponseIsBadGatewayAndNotStored(String answer) {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.raw(answer).thenEnd(TransferEnd.FIN));
        ReceivedResponse response = STAGE.get(path);
        assertThat(response.status() == 502 || !response.whole())
                .as("%s: %s", answer, response)
                .isTrue();
        STAGE.origin().on(path, ResponseScript.ok("clean", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("clean");
    }

    @Test
    void acceptsStatusLineWithoutReasonPhrase() {
        for (String line : new String[] {"HTTP/1.1 200 \r\n", "HTTP/1.1 200\r\n"}) {
            String each = UniquePath.next();
            STAGE.origin()
                    .on(each, ResponseScript.raw(line + "Cache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nok"));
            assertThat(STAGE.get(each).content()).isEqualTo("ok");
            assertThat(STAGE.get(each).hit()).isTrue();
        }
    }

    /** X5: what an origin may send in fields is bounded too. */
    @Test
    @Tag("hardening-X5")
    void tooManyResponseFieldsCauseBadGateway() {
        STAGE.gateway().expect(502);
        StringBuilder head = new StringBuilder(OK);
        for (int i = 0; i < 50_000; i++) {
            head.append("X-").append(i).append(": ").append(i).append("\r\n");
        }
        STAGE.origin().on(path, ResponseScript.raw(head + "Content-Length: 2\r\n\r\nok"));
        assertThat(STAGE.get(path).status()).isEqualTo(502);
    }
}
