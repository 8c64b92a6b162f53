package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.time.Duration;

/**
 * From a cache that knows nothing to one that is warm: waits until the gateway answers, reads what nobody has read before, and
 * prints the hit ratio of each tenth of the requests.
 */
public class ColdStart extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var baseUrl = settings.baseUrl();
        var longest = Duration.ofSeconds(settings.whole("startTimeout", 60, 1, 3_600));
        long requests = settings.requests(10_000);
        var endpoints =
                settings.file("trace").map(EndpointList::reads).orElseGet(() -> RestMixTraffic.demo(settings.seed()));
        var run = "run=" + System.nanoTime();
        var cold = endpoints.stream().map(call -> call.marked(run)).toList();
        var traffic = new RestMixTraffic(cold, 100, settings.skew(), settings.seed());
        var warmth = new HitRatioByTenth(requests);
        report(warmth::summary);
        beforehand(() -> System.out.println(
                "First answer after " + ServerReadiness.await(baseUrl, longest).toMillis() + " ms"));
        return clients(
                "cold start",
                settings.users(20),
                new RequestSupply(traffic, requests),
                settings.duration(60),
                RequestSender.of(baseUrl, audit).andThen(answer -> warmth.add(answer.cacheStatus())));
    }
}
