package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.List;

/** A recorded access log, or a trace of keys, in its order and as fast as the clients can. */
public class TrafficReplay extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var file = settings.file("trace")
                .orElseThrow(() -> new InvalidSettingException(
                        "trace", "", "an access log or a trace of keys", "/var/log/nginx/access.log"));
        var path = settings.path("path", "/items-{segment}/{key}?size={size}");
        boolean writes = settings.oneOf("writes", List.of("skip", "send")).equals("send");
        long requests = settings.requests(Long.MAX_VALUE);
        var skipped = RecordedTraffic.check(file, path, writes, requests);
        report(() -> "Skipped lines of " + file.getFileName() + ": " + skipped);
        return clients(
                "replay",
                settings.users(20),
                new RequestSupply(new RecordedTraffic(file, path, writes), requests),
                settings.duration(600),
                RequestSender.of(settings.baseUrl(), audit).lenient());
    }
}
