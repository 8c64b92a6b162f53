package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes go through one gateway, reads through another: what was written through the first, the second must not answer stale. */
public class TwoInstances extends LoadScenario {

    private static final int ITEMS = 20;

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var first = settings.baseUrl();
        var second = settings.requiredUrl("secondUrl", "http://127.0.0.1:8081");
        var endpoints = settings.file("trace").map(EndpointList::read).orElseGet(TwoInstances::demo);
        var traffic = new RestMixTraffic(endpoints, settings.mix(80), settings.skew(), settings.seed());
        return clients(
                "two instances",
                settings.users(20),
                new RequestSupply(traffic, settings.requests(10_000)),
                settings.duration(60),
                RequestSender.of(call -> call.reads() ? second : first, audit));
    }

    /** Few items, each in a pool of its own, so that readers and writers meet and there are hits all the same. */
    private static List<LoadRequest> demo() {
        return IntStream.range(0, ITEMS)
                .mapToObj(id -> "/items-t" + id + "/1")
                .flatMap(item -> Stream.of(LoadRequest.get(item), LoadRequest.write("PUT", item)))
                .toList();
    }
}
