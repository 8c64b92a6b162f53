package dev.larder.gateway.demo;

import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Starts the demo origin under the profile {@code demo} and routes everything to it through the cache. */
@Configuration(proxyBeanMethods = false)
@Profile("demo")
@EnableConfigurationProperties(DemoProperties.class)
class DemoConfiguration {

    @Bean
    DemoOrigin demoOrigin(DemoProperties properties, @Value("${server.address:127.0.0.1}") String host) {
        var clock = InstantSource.system();
        var api = new LearningApi(SampleData.load(clock.instant()), properties.maxAge());
        return new DemoOrigin(api, properties, host, clock);
    }

    @Bean
    DemoRoutes demoRoutes(DemoOrigin origin) {
        return new DemoRoutes(origin);
    }
}
