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
    PopulationBuilder population(Settings settings, Audit audit) {
        int users = settings.users(200);
        long requests = settings.requests(100_000);
        var duration = settings.duration(120);
        var path = settings.path("path", "/items-hot/1");
        var cached = clients("cached", users, supply(path, requests), duration, Asking.of(settings.baseUrl(), audit));
        return settings.url("originUrl")
                .map(origin -> {
                    var direct = direct(audit);
                    return clients("origin", users, supply(path, requests), duration, Asking.of(origin, direct))
                            .andThen(cached);
                })
                .orElse(cached);
    }

    private Audit direct(Audit cached) {
        var direct = new Audit();
        report(() -> String.format(
                Locale.ROOT, "Without the cache: %.0f answers a second; with it %.0f", direct.rate(), cached.rate()));
        return direct;
    }

    private static Supply supply(String path, long requests) {
        return new Supply(Stream.generate(() -> Call.get(path)).iterator(), requests);
    }
}
