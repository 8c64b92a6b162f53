package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;

/** The RPC study's staggered repetition: three of fifty objects come back at fixed distances, and change every fifty requests. */
public class StaggeredRepetition extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var objects = settings.file("trace")
                .map(EndpointList::reads)
                .orElseGet(() -> RpcTraffic.demo("staggered", settings.seed()));
        return clients(
                "staggered",
                settings.users(1),
                new RequestSupply(RpcTraffic.staggered(objects, settings.seed()), settings.requests(500)),
                settings.duration(60),
                RequestSender.of(settings.baseUrl(), audit));
    }
}
