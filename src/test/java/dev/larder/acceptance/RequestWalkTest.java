package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.PassedFiles;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many files of Larder one request passes: what a maintainer reads who follows it. Frozen at the figures of today, which may only
 * fall; whoever makes one smaller writes the smaller one here.
 */
@Tag("thorough")
class RequestWalkTest {

    /** What runs beside a request, such as a timer, is not in all of them; nor is what one of the two threads does that get connections in turn. */
    private static final int ROUNDS = 24;

    @ParameterizedTest
    @CsvSource({"auto, 70, 219, 195", "gateway, 152, 209, 187"})
    void requestExecutesNoMoreSourceFilesThanRecorded(String level, int hit, int miss, int write) throws IOException {
        int port = FreePorts.free();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.executable()
                        .origin(origin)
                        .property("larder.hit-path", level)
                        .jvmFlag(PassedFiles.jvmFlag(port))
                        .start();
                PassedFiles passed = PassedFiles.at(port)) {
            origin.otherwise(request -> ResponseScript.ok("page", "Cache-Control", "max-age=3600"));
            var soft = new SoftAssertions();
            soft.assertThat(passed(gateway, passed, "hit")).as("hit").hasSizeLessThanOrEqualTo(hit);
            soft.assertThat(passed(gateway, passed, "miss")).as("miss").hasSizeLessThanOrEqualTo(miss);
            soft.assertThat(passed(gateway, passed, "write")).as("write").hasSizeLessThanOrEqualTo(write);
            soft.assertAll();
        }
    }

    private static Set<String> passed(GatewayFixture gateway, PassedFiles passed, String walk) throws IOException {
        Set<String> always = new TreeSet<>();
        for (int round = 0; round < 2 * ROUNDS; round++) {
            for (int other = 0; other <= round % 2; other++) {
                gateway.get("/pages/hit");
            }
            passed.sinceLastTime();
            walk(gateway, walk, round);
            Set<String> now = passed.sinceLastTime();
            if (round <= ROUNDS) {
                always = now;
            } else {
                always.retainAll(now);
            }
        }
        return always;
    }

    private static void walk(GatewayFixture gateway, String walk, int round) {
        switch (walk) {
            case "hit" -> assertThat(gateway.get("/pages/hit").cacheStatus()).contains("hit");
            case "miss" ->
                assertThat(gateway.get("/pages/" + round).cacheStatus()).contains("stored");
            case "write" ->
                assertThat(gateway.send("POST", "/other/" + round, "x").status())
                        .isEqualTo(200);
            default -> throw new IllegalArgumentException(walk);
        }
    }
}
