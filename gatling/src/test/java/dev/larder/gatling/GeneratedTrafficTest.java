package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedTrafficTest {

    private static final int CALLS = 100_000;

    @TempDir
    private Path folder;

    @Test
    void restMixHasFourReadsPerWriteAndAllMethods() {
        var calls = calls(mix(80, 1), CALLS);

        assertThat(share(calls, LoadRequest::reads)).isCloseTo(0.8, within(0.01));
        assertThat(calls).extracting(LoadRequest::method).contains("GET", "PUT", "POST", "DELETE");
        assertThat(calls.stream().map(call -> call.path().split("/")[1]).distinct())
                .hasSize(40);
    }

    @Test
    void equalSeedsGiveEqualRequests() {
        assertThat(calls(mix(80, 7), 1_000)).isEqualTo(calls(mix(80, 7), 1_000)).isNotEqualTo(calls(mix(80, 8), 1_000));
    }

    @Test
    void zipfDrawFollowsZipfDistribution() {
        var zipf = new ZipfDraw(100, 2);
        var random = new Random(1);
        var ranks = Stream.generate(() -> zipf.draw(random)).limit(CALLS).toList();

        assertThat(share(ranks, rank -> rank == 0)).isCloseTo(0.61, within(0.01));
        assertThat(share(ranks, rank -> rank == 1)).isCloseTo(0.153, within(0.01));
        assertThat(ranks).allMatch(rank -> rank >= 0 && rank < 100);
    }

    @Test
    void zipfDrawWithoutSkewIsUniform() {
        var zipf = new ZipfDraw(4, 0);
        var random = new Random(1);

        assertThat(share(Stream.generate(() -> zipf.draw(random)).limit(CALLS).toList(), rank -> rank == 3))
                .isCloseTo(0.25, within(0.01));
    }

    @Test
    void randomPatternRequestsObjectsUniformly() {
        var objects = RpcTraffic.demo("a", 1);
        var calls = calls(RpcTraffic.random(objects, 1), CALLS);

        assertThat(objects).hasSize(50).allMatch(object -> object.length().isPresent());
        assertThat(objects)
                .allSatisfy(object -> assertThat(share(calls, object::equals)).isCloseTo(0.02, within(0.004)));
    }

    @Test
    void staggeredPatternRepeatsEveryThirdFifthAndSeventhRequest() {
        var calls = calls(RpcTraffic.staggered(RpcTraffic.demo("a", 1), 1), 50);
        var first = calls.get(2);
        var second = calls.get(4);
        var third = calls.get(6);

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        for (int number = 1; number <= 50; number++) {
            var call = calls.get(number - 1);
            if (number % 7 == 0) {
                assertThat(call).isEqualTo(third);
            } else if (number % 5 == 0) {
                assertThat(call).isEqualTo(second);
            } else if (number % 3 == 0) {
                assertThat(call).isEqualTo(first);
            }
        }
    }

    @Test
    void staggeredPatternChangesRepeatedObjectsBetweenBlocks() {
        var calls = calls(RpcTraffic.staggered(RpcTraffic.demo("a", 1), 1), 500);
        var thirds = Stream.iterate(0, block -> block + 1)
                .limit(10)
                .map(block -> calls.get(block * 50 + firstMultipleOfThree(block * 50)))
                .distinct();

        assertThat(thirds).hasSizeGreaterThan(3);
    }

    @Test
    void supplyGivesEachRequestOnceAndEndsAtLimit() {
        var supply = new RequestSupply(
                List.of(LoadRequest.get("/a"), LoadRequest.get("/b"), LoadRequest.get("/c"))
                        .iterator(),
                2);

        assertThat(supply.take()).contains(LoadRequest.get("/a"));
        assertThat(supply.hasNext()).isTrue();
        assertThat(supply.take()).contains(LoadRequest.get("/b"));
        assertThat(supply.hasNext()).isFalse();
        assertThat(supply.take()).isEmpty();
    }

    @Test
    void readsEndpointsAsMethodAndTarget() throws Exception {
        var file = Files.writeString(folder.resolve("endpoints"), "# popular\nGET /users/1?a=b\n\nDELETE /users/2\n");

        assertThat(EndpointList.read(file))
                .containsExactly(LoadRequest.get("/users/1?a=b"), LoadRequest.write("DELETE", "/users/2"));
        assertThat(EndpointList.reads(file)).containsExactly(LoadRequest.get("/users/1?a=b"));
    }

    @Test
    void rejectsInvalidEndpointWithItsLine() throws Exception {
        var file = Files.writeString(folder.resolve("endpoints"), "GET /users/1\nFETCH /users/2\n");

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> EndpointList.read(file))
                .withMessageContaining("endpoints:2 is wrong")
                .withMessageContaining("FETCH /users/2");
    }

    @Test
    void rejectsMixThatEndpointsCannotProvide() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new RestMixTraffic(List.of(LoadRequest.get("/a")), 80, 1, 1))
                .withMessageStartingWith("-Dmix=80.0");
    }

    private static int firstMultipleOfThree(int sent) {
        int offset = 0;
        while ((sent + offset + 1) % 3 != 0 || (sent + offset + 1) % 5 == 0 || (sent + offset + 1) % 7 == 0) {
            offset++;
        }
        return offset;
    }

    private static Iterator<LoadRequest> mix(double mix, long seed) {
        return new RestMixTraffic(RestMixTraffic.demo(seed), mix, 0.99, seed);
    }

    private static List<LoadRequest> calls(Iterator<LoadRequest> traffic, int count) {
        return Stream.generate(traffic::next).limit(count).toList();
    }

    private static <T> double share(List<T> all, Predicate<? super T> which) {
        return (double) all.stream().filter(which).count() / all.size();
    }
}
