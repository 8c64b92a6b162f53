package dev.larder.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.List;

/** A recorded access log, or a trace of keys, in its order and as fast as the clients can. */
public class Replay extends LoadScenario {

    @Override
    PopulationBuilder population(Settings settings, Audit audit) {
        var file = settings.file("trace")
                .orElseThrow(() -> new InvalidSettingException(
                        "trace", "", "an access log or a trace of keys", "/var/log/nginx/access.log"));
        var path = settings.path("path", "/items-{segment}/{key}?size={size}");
        boolean writes = settings.oneOf("writes", List.of("skip", "send")).equals("send");
        long requests = settings.requests(Long.MAX_VALUE);
        var skipped = Recording.check(file, path, writes, requests);
        report(() -> "Skipped lines of " + file.getFileName() + ": " + skipped);
        return clients(
                "replay",
                settings.users(20),
                new Supply(new Recording(file, path, writes), requests),
                settings.duration(600),
                Asking.of(settings.baseUrl(), audit).lenient());
    }
}
