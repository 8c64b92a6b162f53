package dev.larder.gateway;

import dev.larder.cluster.DeserializationFilter;
import dev.larder.gateway.demo.DemoWrites;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;

/** The executable gateway. */
@SpringBootApplication
public class LarderApplication {

    /** Starts the gateway; arguments are ordinary Spring Boot arguments. */
    public static void main(String[] args) {
        restrictDeserialization();
        var application = new SpringApplication(LarderApplication.class);
        application.setDefaultProperties(executableDefaults());
        application.addListeners(new DemoWrites());
        application.run(args);
    }

    /** Without the jar of the cluster, which may be removed from the unpacked executable, nothing is deserialized at all. */
    private static void restrictDeserialization() {
        if (ClassUtils.isPresent("dev.larder.cluster.DeserializationFilter", null)) {
            DeserializationFilter.denyAllElse();
        } else if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(asked -> ObjectInputFilter.Status.REJECTED);
        }
    }

    private static Properties executableDefaults() {
        try {
            return PropertiesLoaderUtils.loadProperties(new ClassPathResource("larder-executable.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException("The executable jar has no larder-executable.properties.", e);
        }
    }
}
