package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;

/** The RPC study's random pattern: fifty objects, each as likely as any other. */
public class RandomAccess extends LoadScenario {

    @Override
    PopulationBuilder population(Settings settings, Audit audit) {
        var objects = settings.file("trace")
                .map(Endpoints::reads)
                .orElseGet(() -> RpcTraffic.demo("random", settings.seed()));
        return clients(
                "random",
                settings.users(1),
                new Supply(RpcTraffic.random(objects, settings.seed()), settings.requests(500)),
                settings.duration(60),
                Asking.of(settings.baseUrl(), audit));
    }
}
