package dev.larder.acceptance.insight.workload;

import dev.larder.acceptance.insight.workload.EndpointWorkload.Request;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.insight.audit.AuditReport;
import dev.larder.insight.audit.CacheAuditor;
import java.util.Map;

/**
 * A workload played to its end, in its order, over one connection.
 *
 * @param hitRatio hits among the reads, by Cache-Status
 * @param report what the auditor found
 */
record WorkloadRun(double hitRatio, AuditReport report) {

    /** Plays it against a gateway of its own with these properties, in front of that service. */
    static WorkloadRun of(EndpointWorkload workload, RestService service, Map<String, ?> properties) {
        try (ScriptedOrigin origin = ScriptedOrigin.start().otherwise(service)) {
            GatewayFixture.Builder builder = GatewayFixture.inJvm().origin(origin);
            properties.forEach(builder::property);
            try (GatewayFixture gateway = builder.start();
                    RawClient client = gateway.connect()) {
                double ratio = play(workload, client);
                return new WorkloadRun(
                        ratio, gateway.context().getBean(CacheAuditor.class).report());
            }
        }
    }

    private static double play(EndpointWorkload workload, RawClient client) {
        long reads = 0;
        long hits = 0;
        for (Request request : (Iterable<Request>) workload.stream()::iterator) {
            String method = request.write() ? "PUT" : "GET";
            ReceivedResponse response = client.request(method, request.path()).read(method);
            if (response.status() != (request.write() ? 204 : 200)) {
                throw new AssertionError(request + " got " + response);
            }
            reads += request.write() ? 0 : 1;
            hits += response.hit() ? 1 : 0;
        }
        return (double) hits / reads;
    }
}
