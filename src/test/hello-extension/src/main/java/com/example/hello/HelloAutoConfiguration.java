package com.example.hello;

import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.RuleSettings;
import dev.larder.gateway.rule.RuleSet;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Counts hits, and shows them with a greeting: as a view of the endpoint, as a section of the page, and as a meter. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@EnableConfigurationProperties(HelloProperties.class)
public class HelloAutoConfiguration {

    @Bean
    HitCounter helloHits() {
        return new HitCounter();
    }

    @Bean
    EndpointView helloView(HelloProperties properties, HitCounter hits, Environment environment) {
        return new EndpointView("hello", () -> hello(properties, hits, environment));
    }

    @Bean
    PageSection helloSection(HelloProperties properties, HitCounter hits, Environment environment) {
        return new HelloPageSection(() -> hello(properties, hits, environment));
    }

    @Bean
    MeterBinder helloMeters(HitCounter hits) {
        return registry -> FunctionCounter.builder("larder.hello.hits", hits, HitCounter::sum)
                .description("Hits of all routes")
                .register(registry);
    }

    /** Rules change while the gateway runs, so their settings are read when they are asked for. */
    private static Hello hello(HelloProperties properties, HitCounter hits, Environment environment) {
        Map<String, String> ofRules = new TreeMap<>();
        RuleSettings.bind(HelloRuleProperties.class, environment).byRule().forEach((rule, settings) -> {
            if (settings.greeting() != null) {
                ofRules.put(rule, settings.greeting());
            }
        });
        return new Hello(properties.greeting(), ofRules, hits.byRoute());
    }
}
