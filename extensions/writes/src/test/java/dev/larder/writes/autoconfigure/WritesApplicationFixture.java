package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderActuateAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderOperatorsAutoConfiguration;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import reactor.netty.http.client.HttpClient;

/** An application with the core and buffered writes. */
@EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
class WritesApplicationFixture {

    @Bean
    HttpClient httpClient() {
        return HttpClient.create();
    }

    static ReactiveWebApplicationContextRunner runner() {
        return new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        PropertyPlaceholderAutoConfiguration.class,
                        LarderAutoConfiguration.class,
                        LarderOperatorsAutoConfiguration.class,
                        LarderActuateAutoConfiguration.class,
                        LarderWritesAutoConfiguration.class,
                        LarderWritesEndpointAutoConfiguration.class))
                .withUserConfiguration(WritesApplicationFixture.class);
    }

    /** With the contracts in the package of this one. */
    static ReactiveWebApplicationContextRunner withContracts(
            ReactiveWebApplicationContextRunner runner, Class<?> contract) {
        return runner.withInitializer(context -> AutoConfigurationPackages.register(
                (BeanDefinitionRegistry) context.getBeanFactory(), contract.getPackageName()));
    }

    static WriteRuleProperties rule(ApplicationContext context, String name) {
        return WriteRuleProperties.of(context.getEnvironment()).get(name);
    }

    /** What the analyzers that a start asks say of a failure: one says something. */
    static FailureAnalysis analysis(Throwable failure, Environment environment) {
        var arguments = ArgumentResolver.of(Environment.class, environment)
                .and(BeanFactory.class, new DefaultListableBeanFactory());
        List<FailureAnalysis> analyses =
                SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, arguments).stream()
                        .filter(analyzer -> analyzer.getClass().getName().startsWith("dev.larder."))
                        .map(analyzer -> analyzer.analyze(failure))
                        .filter(analysis -> analysis != null)
                        .toList();
        if (analyses.size() != 1) {
            throw new AssertionError(analyses.size() + " analyses", failure);
        }
        return analyses.get(0);
    }
}
