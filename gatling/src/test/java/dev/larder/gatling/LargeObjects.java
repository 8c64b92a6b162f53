package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.Random;
import java.util.stream.Stream;

/** A few large objects, read by clients at the same time; each body must be whole. */
public class LargeObjects extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        long size = settings.size(10_000_000);
        int objects = (int) settings.whole("objects", 5, 1, 1_000);
        var random = new Random(settings.seed());
        var traffic = Stream.generate(
                        () -> LoadRequest.get("/items-large/" + random.nextInt(objects) + "?size=" + size, size))
                .iterator();
        return clients(
                "large objects",
                settings.users(5),
                new RequestSupply(traffic, settings.requests(100)),
                settings.duration(120),
                RequestSender.of(settings.baseUrl(), audit));
    }
}
