package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.annotation.AnnotatedRuleSource;
import dev.larder.gateway.rule.CheckedRules;
import dev.larder.gateway.rule.RefusedRulesException;
import dev.larder.gateway.rule.RuleDocumentReader;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSetCheck;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.rfc9111.CachePolicy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Reads rules while the gateway runs, by the code that a start runs: names of settings, binding, checks of each rule and of all
 * together, routes that name them. What else is configured is as it was at the start.
 */
final class RuleReload implements RuleDocumentReader {

    private final StartSettings start;
    private final ConfigurableEnvironment environment;
    private final RuleSet rules;
    private final Supplier<List<RuleSetCheck>> checks;
    private final ExtensionRuleSettings extensions;

    /** Settings that rules depend on and that are read at the start only. */
    record StartSettings(
            StoreProperties store, LarderProperties larder, InvalidationProperties invalidation, CachePolicy policy) {}

    RuleReload(
            StartSettings start,
            ConfigurableEnvironment environment,
            RuleSet rules,
            Supplier<List<RuleSetCheck>> checks) {
        this.start = start;
        this.environment = environment;
        this.rules = rules;
        this.checks = checks;
        this.extensions = ExtensionRuleSettings.of(environment);
    }

    /** An environment of these sources only: values of a document have no placeholders for what the gateway knows. */
    private static final class Candidate extends StandardEnvironment {

        Candidate() {
            setIgnoreUnresolvableNestedPlaceholders(true);
        }

        @Override
        protected void customizePropertySources(MutablePropertySources sources) {
            // none of the process
        }
    }

    /** Returns the settings of the rules in the environment. */
    String yaml() {
        return RuleYamlWriter.of(RuleProperties.of(environment));
    }

    @Override
    public CheckedRules read(String document) {
        var candidate = new Candidate();
        return refusing(candidate, () -> {
            candidate.getPropertySources().addLast(RuleDocument.read("rules", document));
            AnnotatedRuleSource.of(environment).ifPresent(candidate.getPropertySources()::addLast);
            extensions.requireSameIn(candidate);
            CheckedRules read = bound(candidate);
            requireNamed(read.snapshot());
            return read;
        });
    }

    @Override
    public CheckedRules again(CheckedRules earlier) {
        return refusing(environment, () -> {
            check(earlier.snapshot());
            requireNamed(earlier.snapshot());
            return earlier;
        });
    }

    /** Reads the rules of the environment, which has been refreshed; the routes are about to be, and may name others then. */
    CheckedRules refreshed() {
        return refusing(environment, () -> {
            extensions.requireSame(environment);
            return bound(environment);
        });
    }

    /** Reads the rules of the environment as if it had this source in the place of the one of the same name. */
    CheckedRules with(PropertySource<?> source) {
        var candidate = new Candidate();
        for (PropertySource<?> each : environment.getPropertySources()) {
            if (!ConfigurationPropertySources.isAttachedConfigurationPropertySource(each)) {
                candidate.getPropertySources().addLast(each.getName().equals(source.getName()) ? source : each);
            }
        }
        return refusing(candidate, () -> {
            extensions.requireSame(candidate);
            CheckedRules read = bound(candidate);
            requireNamed(read.snapshot());
            return read;
        });
    }

    private CheckedRules bound(ConfigurableEnvironment candidate) {
        UnknownPropertyCheck.check(candidate);
        Set<String> names = new LinkedHashSet<>(RuleSettings.names(candidate));
        names.addAll(extensions.rules());
        Map<String, RuleProperties> settings = RuleProperties.of(candidate, names);
        RuleChecks.check(settings, start.larder(), start.store(), start.invalidation());
        RuleSnapshot snapshot =
                RuleFactory.rules(settings, start.policy(), start.larder().dryRun(), start.invalidation());
        check(snapshot);
        return new CheckedRules(snapshot, RuleYamlWriter.of(settings));
    }

    private void check(RuleSnapshot snapshot) {
        RuleSet candidate = rules.with(snapshot);
        checks.get().forEach(check -> check.check(candidate));
    }

    /** A rule that a filter names cannot go before its filter does: until then, requests would fall under another rule. */
    private void requireNamed(RuleSnapshot snapshot) {
        rules.with(snapshot).missing().stream().findFirst().ifPresent(name -> {
            throw new InvalidPropertyException(
                    RuleExtension.RULES + '.' + name,
                    "",
                    "a filter of a route names this rule",
                    RuleExtension.RULES + '.' + name + ".ttl=30s, or take it from the route first");
        });
    }

    private static CheckedRules refusing(ConfigurableEnvironment candidate, Supplier<CheckedRules> reading) {
        try {
            return reading.get();
        } catch (RuntimeException fault) {
            throw new RefusedRulesException(StartFailureText.of(fault, candidate), fault);
        }
    }
}
