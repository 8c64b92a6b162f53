package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * X1: as many URLs as {@code -Dlarder.urls} says, each asked for once; every tenth answer is empty, every tenth has 7 KiB of
 * fields.
 */
@Tag("thorough")
class UrlFloodTest {

    private static final int URLS = Integer.getInteger("larder.urls", 2_000);
    private static final int CLIENTS = 4;
    private static final int AT_ONCE = 50;
    private static final int PHASES = Math.max(2, URLS / 10_000);
    private static final int KIND = 10;
    private static final String FIELD = "f".repeat(7 << 10);
    private static final String CONTENT = "c".repeat(1_000);

    private static final long MEBIBYTE = 1 << 20;
    private static final long STORE = 16 * MEBIBYTE;
    private static final long BESIDE = 64 * MEBIBYTE;

    /** What the process may grow by in the second half: code is still compiled then. */
    private static final long GROWTH = 32 * MEBIBYTE;

    private static ScriptedOrigin origin;
    private static GatewayFixture gateway;

    @BeforeAll
    static void start() {
        origin = ScriptedOrigin.start();
        origin.otherwise(request -> answer(request.path()));
        gateway = GatewayFixture.process()
                .origin(origin)
                .jvmFlag("-Xms160m")
                .jvmFlag("-Xmx160m")
                .jvmFlag("-XX:+AlwaysPreTouch")
                .jvmFlag("-XX:MaxDirectMemorySize=64m")
                .jvmFlag("-XX:+ExitOnOutOfMemoryError")
                .property("larder.store.max-size", STORE + "B")
                .property("logging.level.dev.larder", "info")
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        origin.close();
    }

    @Test
    @Tag("hardening-X1")
    void distinctUrlsDoNotExceedConfiguredMemory() {
        long half = 0;
        for (int phase = 1; phase <= PHASES; phase++) {
            int end = URLS / PHASES * phase;
            int first = end - URLS / PHASES;
            List<Integer> answered = ConcurrentClients.start(CLIENTS, client -> ask(first + client, end))
                    .results();
            assertThat(answered.stream().mapToInt(Integer::intValue).sum()).isEqualTo(end - first);
            half = phase == PHASES / 2 ? resident() : half;
            System.out.printf(Locale.ROOT, "%d URLs: %d MiB resident%n", end, resident() / MEBIBYTE);
        }
        long heap = gateway.heapInUse();
        System.out.printf(Locale.ROOT, "%d URLs: %d MiB in the heap%n", URLS, heap / MEBIBYTE);
        assertThat(heap).isLessThanOrEqualTo(STORE + BESIDE);
        assertThat(resident()).isLessThanOrEqualTo(half + GROWTH);
        assertThat(gateway.get("/" + (URLS - 1)).content()).isEqualTo(content(URLS - 1));
        gateway.check();
    }

    /** How many have been answered. */
    private static int ask(int first, int end) {
        int answered = 0;
        try (RawClient client = gateway.connect()) {
            for (int begin = first; begin < end; begin += CLIENTS * AT_ONCE) {
                int stop = Math.min(end, begin + CLIENTS * AT_ONCE);
                for (int number = begin; number < stop; number += CLIENTS) {
                    client.request("GET", "/" + number);
                }
                for (int number = begin; number < stop; number += CLIENTS) {
                    ReceivedResponse response = client.read();
                    assertThat(response.status()).isEqualTo(200);
                    assertThat(response.content()).isEqualTo(content(number));
                    answered++;
                }
                origin.forget();
            }
        }
        return answered;
    }

    private static ResponseScript answer(String path) {
        int number = Integer.parseInt(path.substring(1));
        return number % KIND == 1
                ? ResponseScript.ok(content(number), "Cache-Control", "max-age=600", "X-Large", FIELD)
                : ResponseScript.ok(content(number), "Cache-Control", "max-age=600");
    }

    private static String content(int number) {
        return number % KIND == 0 ? "" : number + CONTENT;
    }

    private static long resident() {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(gateway.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
