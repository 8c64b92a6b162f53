package dev.larder.acceptance.supplychain;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reference of meters is what a gateway with every extension registers. {@code -Dlarder.docs.write=true} writes it anew.
 */
class MetersReferenceTest {

    private static final String BEGIN = "<!-- from a running gateway -->\n";

    @TempDir
    private Path folder;

    @Test
    void referenceMatchesMetersOfRunningGateway() throws IOException {
        GeneratedSection.check(
                ExecutableJar.ofThisBuild().root().resolve("docs/reference/metrics.md"), BEGIN, reference());
    }

    private String reference() throws IOException {
        String cluster = "127.0.0.1:" + FreePorts.free();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture single = single(origin).start();
                GatewayFixture member = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.cluster.enabled", true)
                        .property("larder.cluster.address", cluster)
                        .property("larder.cluster.members", cluster)
                        .start()) {
            origin.on("/stored", ResponseScript.ok("content", "Cache-Control", "max-age=60"));
            origin.on("/unstored", ResponseScript.ok("content", "Cache-Control", "no-store"));
            single.get("/stored");
            single.get("/unstored");
            single.context().getBean(TrafficMetrics.class).refused("default");
            return Stream.of(single, member)
                    .flatMap(gateway -> gateway.context().getBean(MeterRegistry.class).getMeters().stream())
                    .filter(meter -> meter.getId().getName().startsWith("larder."))
                    .collect(Collectors.groupingBy(meter -> meter.getId().getName(), TreeMap::new, Collectors.toList()))
                    .entrySet()
                    .stream()
                    .map(MetersReferenceTest::row)
                    .collect(Collectors.joining(
                            "", "\n| meter | kind, unit | tags | description |\n| --- | --- | --- | --- |\n", ""));
        }
    }

    private GatewayFixture.Builder single(ScriptedOrigin origin) {
        return GatewayFixture.inJvm()
                .origin(origin)
                .property("larder.store.tiers", "memory,disk")
                .property("larder.disk.path", folder.resolve("responses"))
                .property("larder.forward", "native")
                .property("larder.advisor.enabled", true)
                .property("larder.audit.sample-rate", 1)
                .property("larder.warm-up.from.list", folder.resolve("targets"))
                .property("larder.rpc.enabled", true)
                .property("larder.rpc.port", 0)
                .property("larder.writes.path", folder.resolve("writes"))
                .property("larder.rules.items.paths", "/items/**")
                .property("larder.rules.items.buffer.bulk", "/bulk/items");
    }

    private static String row(Map.Entry<String, List<Meter>> meters) {
        Meter.Id id = meters.getValue().get(0).getId();
        String unit = id.getBaseUnit() == null ? "" : ", " + id.getBaseUnit();
        String tags = meters.getValue().stream()
                .flatMap(meter -> meter.getId().getTags().stream())
                .map(Tag::getKey)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(key -> "`" + key + "`")
                .collect(Collectors.joining(", "));
        return "| `" + meters.getKey() + "` | "
                + id.getType().name().toLowerCase(Locale.ROOT).replace('_', ' ') + unit + " | " + tags + " | "
                + id.getDescription() + " |\n";
    }
}
