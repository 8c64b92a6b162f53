package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;

/** YCSB-like traffic of a REST API: popular endpoints and a long tail, four reads to one write. */
public class RestMix extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var endpoints =
                settings.file("trace").map(EndpointList::read).orElseGet(() -> RestMixTraffic.demo(settings.seed()));
        var traffic = new RestMixTraffic(endpoints, settings.mix(80), settings.skew(), settings.seed());
        return clients(
                "REST mix",
                settings.users(20),
                new RequestSupply(traffic, settings.requests(10_000)),
                settings.duration(60),
                RequestSender.of(settings.baseUrl(), audit));
    }
}
