package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Origins read one path in several ways: a write drops what it changes by any of them. */
class ReadingsOfPathsTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    @ParameterizedTest
    @CsvSource({
        "/o/010, /o/8",
        "/o/8, /o/010",
        "/o/010/notes, /o/8",
        "/o/0o17, /o/15",
        "/p/u/files/recent, /p/u/files/a%2Fb",
        "/p/u/files/a%2Fb, /p/u/files/a/b",
        "/p/u/files/a, /p/u/files/a%2Fb",
        "/p/u/files/a%2Fb/notes, /p/u/files/a%2Fb"
    })
    void writeInvalidatesPathsThatOriginMayParseAsTheSame(String read, String written) {
        var version = new AtomicInteger();
        STAGE.origin()
                .otherwise(request -> request.method().equals("GET")
                        ? ResponseScript.ok("version " + version.get(), "Cache-Control", "max-age=1000")
                        : ResponseScript.ok("written " + version.incrementAndGet()));
        STAGE.gateway().ask("PUT", read);
        assertThat(STAGE.get(read).content()).isEqualTo("version 1");
        assertThat(STAGE.get(read).hit()).isTrue();
        STAGE.gateway().ask("PUT", written);
        assertThat(STAGE.get(read).content()).isEqualTo("version 2");
    }
}
