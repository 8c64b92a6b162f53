package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Many connections ask for one resource; where {@code originUrl} is given, the origin is asked the same first, without a cache,
 * and both rates are printed.
 */
public class HotKey extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        int users = settings.users(200);
        long requests = settings.requests(100_000);
        var duration = settings.duration(120);
        var path = settings.path("path", "/items-hot/1");
        var cached =
                clients("cached", users, supply(path, requests), duration, RequestSender.of(settings.baseUrl(), audit));
        return settings.url("originUrl")
                .map(origin -> {
                    var direct = direct(audit);
                    return clients("origin", users, supply(path, requests), duration, RequestSender.of(origin, direct))
                            .andThen(cached);
                })
                .orElse(cached);
    }

    private ResponseVerifier direct(ResponseVerifier cached) {
        var direct = new ResponseVerifier();
        report(() -> String.format(
                Locale.ROOT, "Without the cache: %.0f answers a second; with it %.0f", direct.rate(), cached.rate()));
        return direct;
    }

    private static RequestSupply supply(String path, long requests) {
        return new RequestSupply(Stream.generate(() -> LoadRequest.get(path)).iterator(), requests);
    }
}
