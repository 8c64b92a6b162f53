package dev.larder.gateway;

import dev.larder.gateway.demo.DemoConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * The executable gateway. It names its configurations and looks for none: a scan would read every class there is, twice,
 * before the first request.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@AutoConfigurationPackage(basePackageClasses = DemoConfiguration.class)
@Import(DemoConfiguration.class)
public class LarderApplication {

    /** Starts the gateway; arguments are ordinary Spring Boot arguments. */
    public static void main(String[] args) {
        var application = new SpringApplication(LarderApplication.class);
        application.setDefaultProperties(executableDefaults());
        application.run(args);
    }

    private static Properties executableDefaults() {
        try {
            return PropertiesLoaderUtils.loadProperties(new ClassPathResource("larder-executable.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException("The executable jar has no larder-executable.properties.", e);
        }
    }
}
