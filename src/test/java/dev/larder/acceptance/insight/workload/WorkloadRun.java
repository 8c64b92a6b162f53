package dev.larder.acceptance.insight.workload;

import dev.larder.acceptance.insight.workload.EndpointWorkload.Request;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.insight.audit.AuditReport;
import dev.larder.insight.audit.CacheAuditor;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A workload played to its end, in its order, over one connection.
 *
 * @param hitRatio hits among the reads, by Cache-Status
 * @param stale how many reads got something else than the service would have sent then
 * @param report what the auditor found
 */
record WorkloadRun(double hitRatio, long stale, AuditReport report) {

    /** Plays it against a gateway of its own with these properties, in front of that service. */
    static WorkloadRun of(EndpointWorkload workload, RestService service, Map<String, ?> properties) {
        try (ScriptedOrigin origin = ScriptedOrigin.start().otherwise(service)) {
            GatewayFixture.Builder builder = GatewayFixture.inJvm().origin(origin);
            properties.forEach(builder::property);
            try (GatewayFixture gateway = builder.start();
                    RawClient client = gateway.connect()) {
                return play(
                        workload,
                        service,
                        client,
                        () -> gateway.context().getBean(CacheAuditor.class).report());
            }
        }
    }

    private static WorkloadRun play(
            EndpointWorkload workload, RestService service, RawClient client, Supplier<AuditReport> report) {
        long reads = 0;
        long hits = 0;
        long stale = 0;
        for (Request request : (Iterable<Request>) workload.stream()::iterator) {
            String method = request.write() ? "PUT" : "GET";
            ReceivedResponse response = client.request(method, request.path()).read(method);
            if (response.status() != (request.write() ? 204 : 200)) {
                throw new AssertionError(request + " got " + response);
            }
            reads += request.write() ? 0 : 1;
            hits += response.hit() ? 1 : 0;
            String path = request.path().split("\\?")[0];
            stale += request.write() || response.content().equals(service.content(path)) ? 0 : 1;
        }
        return new WorkloadRun((double) hits / reads, stale, report.get());
    }
}
