package dev.larder.experiments.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentTrafficTest {

    private static final int MANY = 20_000;

    @Test
    void mixIsReproducibleBySeedAndHasFourReadsPerWrite() {
        var mix = new CaseStudyMix(CaseStudyMix.ENDPOINTS);
        var calls = first(mix, 3, MANY);

        assertThat(first(mix, 3, 100)).isEqualTo(calls.subList(0, 100));
        assertThat(calls.stream().filter(ExperimentRequest::isRead).count() / (double) MANY)
                .isCloseTo(0.8, within(0.01));
        assertThat(calls).allSatisfy(call -> assertThat(call.path()).matches("/items-p1x[0-9]+/[0-9]+"));
    }

    @Test
    void traceForSimulatorMatchesRequestsForGateway() {
        var mix = new CaseStudyMix(300);
        var calls = first(mix, 5, 500);
        var rows = mix.trace(5, 500, 10).skip(1).map(row -> row.split(",")).toList();

        for (var i = 0; i < rows.size(); i++) {
            var call = calls.get(i);
            var row = rows.get(i);
            assertThat(call.path()).endsWith("/" + row[1]);
            assertThat(row[3]).isEqualTo(call.isRead() ? "R" : "W");
            assertThat(call.isRead() ? call.size() + 10 : Long.parseLong(row[2]))
                    .isEqualTo(Long.parseLong(row[2]));
        }
    }

    @Test
    void staggeredPatternRepeatsEveryThirdAndSeventhDocument() {
        var paths = new ArrayList<String>();
        new RpcStudyDocuments()
                .calls(RpcStudyDocuments.Pattern.STAGGERED, "a", 1, "")
                .forEachRemaining(call -> paths.add(call.path()));

        assertThat(paths).hasSize(RpcStudyDocuments.REQUESTS);
        for (var block = 0; block < RpcStudyDocuments.REQUESTS; block += 50) {
            assertThat(paths.get(block + 3 - 1)).isNotEqualTo(paths.get(block + 7 - 1));
        }
        assertThat(paths.get(2)).isEqualTo(paths.get(5)).isEqualTo(paths.get(8));
        assertThat(paths.get(6)).isEqualTo(paths.get(13)).isEqualTo(paths.get(34));
        assertThat(new HashSet<>(paths).size()).isGreaterThan(40);
    }

    @Test
    void storedUrlsAreSpreadEvenlyOverRoutesAndReadAgain() {
        var urls = new ArrayList<String>();
        new RoutedRequests(100).stored().forEachRemaining(call -> urls.add(call.target()));
        var again = new RoutedRequests(100).again(1);

        assertThat(urls).hasSize(RoutedRequests.STORED).doesNotHaveDuplicates();
        for (var route = 0; route < 100; route++) {
            var prefix = RoutedRequests.pattern(route).replace("**", "");
            assertThat(urls).filteredOn(url -> url.startsWith(prefix)).hasSize(RoutedRequests.STORED / 100);
        }
        for (var i = 0; i < 100; i++) {
            assertThat(urls).contains(again.next().target());
        }
    }

    @Test
    void freshUrlsCoverEveryRouteAndNeverRepeat() {
        var requests = new RoutedRequests(3);
        var paths = new ArrayList<String>();
        requests.stored().forEachRemaining(call -> paths.add(call.path()));
        for (var calls : List.of(requests.fresh(0), requests.fresh(1))) {
            for (var i = 0; i < 100; i++) {
                paths.add(calls.next().path());
            }
        }

        assertThat(paths).doesNotHaveDuplicates();
        assertThat(paths.subList(RoutedRequests.STORED, paths.size()))
                .extracting(path -> path.replaceAll("/[0-9]+$", "/**"))
                .containsOnly(RoutedRequests.pattern(0), RoutedRequests.pattern(1), RoutedRequests.pattern(2));
    }

    @Test
    void readAfterAnsweredWriteIsStaleUnlessItShowsWrite() {
        var versions = new ExpectedVersions();
        var read = ExperimentRequest.get("/items/1?size=100", 100);
        var before = versions.floor(read);
        versions.answered(
                new ExperimentRequest("PUT", "/items/1?latency=5", -1), new ExperimentResponse(200, "", -1, 4, 30));

        assertThat(ExpectedVersions.isStale(read, new ExperimentResponse(200, "", -1, 3, 100), before))
                .isFalse();
        assertThat(ExpectedVersions.isStale(read, new ExperimentResponse(200, "", -1, 3, 100), versions.floor(read)))
                .isTrue();
        assertThat(ExpectedVersions.isStale(read, new ExperimentResponse(200, "", -1, 4, 100), versions.floor(read)))
                .isFalse();
    }

    @Test
    void statisticsReportHitsLatencyFailuresAndStaleReads() {
        var tally = new RequestStatistics();
        var read = ExperimentRequest.get("/items/1?size=1000", 1_000);
        tally.add(read, new ExperimentResponse(200, "Larder; fwd=uri-miss", -1, 0, 1_000), 3_000_000, false);
        tally.add(read, new ExperimentResponse(200, "Larder; hit; ttl=5", 0, 0, 1_000), 1_000_000, false);
        tally.add(read, new ExperimentResponse(200, "Larder; hit; ttl=5", 0, 0, 999), 1_000_000, true);
        tally.add(
                new ExperimentRequest("PUT", "/items/1", -1),
                new ExperimentResponse(503, "", -1, -1, 20),
                1_000_000,
                false);

        assertThat(tally.hitRatio()).isCloseTo(2.0 / 3, within(1e-9));
        assertThat(tally.meanMillis()).isEqualTo(1.5);
        assertThat(tally.missPenaltyPerKb()).isEqualTo(3);
        assertThat(tally.failures()).isEqualTo(2);
        assertThat(tally.firstFailure()).startsWith("GET ").contains(" bytes, ");
        assertThat(tally.stale()).isEqualTo(1);
    }

    private static List<ExperimentRequest> first(CaseStudyMix mix, long seed, int count) {
        var calls = new ArrayList<ExperimentRequest>();
        RequestLimits.count(mix.calls("p1", seed, "latency=5"), count).forEachRemaining(calls::add);
        return calls;
    }
}
