package dev.larder.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import java.net.URI;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Many small writes; then the collection is read, and must show each write that was acknowledged exactly once. */
public class SmallUploads extends LoadScenario {

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        var path = settings.path("path", "/notes");
        var listing = settings.text("listing", path.equals("/notes") ? "/notes" : "none");
        var filler = "x".repeat((int) settings.size(200));
        var run = "upload " + System.nanoTime() + "-";
        var acknowledged = new AtomicLong();
        var traffic = LongStream.iterate(0, n -> n + 1)
                .mapToObj(n -> LoadRequest.write("POST", path, "{\"text\":\"" + run + n + " " + filler + "\"}"))
                .iterator();
        var uploads = clients(
                "uploads",
                settings.users(20),
                new RequestSupply(traffic, settings.requests(1_000)),
                settings.duration(60),
                RequestSender.of(settings.baseUrl(), audit).andThen(answer -> acknowledged.incrementAndGet()));
        report(() -> "Acknowledged uploads: " + acknowledged
                + (listing.equals("none") ? "; nobody looked for them" : "; looked for in " + listing));
        return listing.equals("none")
                ? uploads
                : uploads.andThen(look(settings.baseUrl(), listing, Pattern.compile(run + "\\d+ "), acknowledged));
    }

    private static PopulationBuilder look(URI server, String listing, Pattern upload, AtomicLong acknowledged) {
        return scenario("look for them")
                .exec(exec(http("listing shows each upload once")
                        .get(server + listing)
                        .check(
                                status().is(200),
                                bodyString()
                                        .transform(body -> eachOnce(upload, body, acknowledged.get()))
                                        .is(true))))
                .injectOpen(atOnceUsers(1));
    }

    private static boolean eachOnce(Pattern upload, String body, long expected) {
        var found = upload.matcher(body).results().map(MatchResult::group).toList();
        return found.size() == expected && new HashSet<>(found).size() == expected;
    }
}
