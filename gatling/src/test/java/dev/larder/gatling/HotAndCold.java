package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;

/** A few hot resources, a cold rest and a share of writes that make hot ones wrong. */
public class HotAndCold extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        return clients(
                "hot and cold",
                settings.users(20),
                new RequestSupply(
                        new HotAndColdTraffic(settings.seed(), 100 - settings.mix(99)),
                        settings.requests(Long.MAX_VALUE)),
                settings.duration(10),
                RequestSender.of(settings.baseUrl(), audit));
    }
}
