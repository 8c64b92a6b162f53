package dev.larder.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.insight.audit.PoolEvidence.Place;
import dev.larder.invalidation.InvalidationScope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

/** Advice can be put into the configuration as it stands, whatever pools are called. */
class RecommendationYamlTest {

    @ParameterizedTest
    @ValueSource(strings = {"users", "pool-7", "7", "a.b", "user:1", "a\"b\\c", "größe", "true", "{x}", "-"})
    void couplingYamlBindsToPoolsOfAnyName(String name) throws IOException {
        var bound =
                bind("larder.invalidation.couplings", RecommendationYaml.coupling(name, List.of("skills", name + "2")));
        assertThat(bound).isEqualTo(Map.of(name, String.join(",", sorted(name + "2", "skills"))));
    }

    @Test
    void changesExistingRuleInsteadOfAddingOne() throws IOException {
        String yaml = RecommendationYaml.scope(
                new Place("all-users", "users", InvalidationScope.POOL), "users", InvalidationScope.HIERARCHY);
        assertThat(yaml).isEqualTo("larder:\n  rules:\n    all-users:\n      invalidation-scope: hierarchy\n");
    }

    @Test
    void writesRuleForRootPath() {
        assertThat(RecommendationYaml.alwaysValidate(new Place("", "", InvalidationScope.POOL), ""))
                .isEqualTo("larder:\n  rules:\n    root:\n      paths: [\"/\"]\n      revalidate: always\n");
    }

    private static List<String> sorted(String... names) {
        return java.util.stream.Stream.of(names).sorted().toList();
    }

    /** The map of lists under that property, each list joined by commas. */
    private static Map<String, String> bind(String property, String yaml) throws IOException {
        var environment = new StandardEnvironment();
        new YamlPropertySourceLoader()
                .load("advice", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .forEach(environment.getPropertySources()::addFirst);
        var result = new TreeMap<String, String>();
        new Binder(ConfigurationPropertySources.get(environment))
                .bind(property, Bindable.mapOf(String.class, String[].class))
                .get()
                .forEach((pool, coupled) -> result.put(pool, String.join(",", coupled)));
        return result;
    }
}
