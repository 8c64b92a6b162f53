package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;

/** The RPC study's random pattern: fifty objects, each as likely as any other. */
public class RandomAccess extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var objects = settings.file("trace")
                .map(EndpointList::reads)
                .orElseGet(() -> RpcTraffic.demo("random", settings.seed()));
        return clients(
                "random",
                settings.users(1),
                new RequestSupply(RpcTraffic.random(objects, settings.seed()), settings.requests(500)),
                settings.duration(60),
                RequestSender.of(settings.baseUrl(), audit));
    }
}
